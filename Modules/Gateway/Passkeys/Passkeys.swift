import HostFiles
import RPC
import Texts

/// The passkeys of profiles, in a file that only its owner can read.
final class Passkeys: Sendable {
    struct Passkey: NamedCredential {
        /// The name of the device, unique in the profile.
        var name: String
        var profile: String
        /// The identifier of the relying party.
        var party: String
        /// The identifier of the credential, in base64url.
        var credential: String
        /// The public key, in base64url.
        var key: String
        /// The signature counter of the last login.
        var counter: UInt32
        /// Seconds since 1970.
        var created: Int64
        /// The time of the last login, in seconds since 1970; nil: not used yet.
        var used: Int64?
        /// The time of the profile's first change; nil: not known yet.
        var profileCreatedAt: String? = nil

        static let noun = "passkey"
        static let verb = "add"
        static let nameHint = "Name the device, such as Phone."
        static let limitHint = "Remove one that is not used."
        static let unknownNameHint = "The settings of the web app list the passkeys."

        static func usedNameHint(_ name: String) -> String {
            "Use another name, or remove that passkey first."
        }
    }

    private let passkeys: StoredList<Passkey>

    /// - Throws: FAILED_PRECONDITION with the path if the file exists and is invalid.
    init(path: String) throws {
        passkeys = try StoredList(path: path)
    }

    /// True if no profile has a passkey.
    var isEmpty: Bool { passkeys.all.isEmpty }

    /// True if a passkey can be used with a relying party.
    func exists(for party: RelyingParty) -> Bool { passkeys.all.contains { $0.party == party.id } }

    /// The passkeys of a profile, ascending by name.
    func list(of profile: String) -> [Passkey] { passkeys.list(of: profile) }

    /// The profiles with a passkey.
    var profiles: Set<String> { passkeys.profiles }

    /// Removes the passkeys of absent profiles.
    /// - Returns: Their number.
    func bind(to profiles: ExistingProfiles) throws -> Int {
        try passkeys.bind(to: profiles).count
    }

    /// True if a profile other than this one has a passkey.
    func exists(besides profile: String) -> Bool {
        passkeys.all.contains { $0.profile != profile }
    }

    /// Checks the name of a new passkey.
    /// - Throws: INVALID_ARGUMENT, ALREADY_EXISTS.
    func validate(_ name: String, of profile: String) throws(Status) {
        try Passkey.validate(name, of: profile, among: passkeys.all)
    }

    /// Stores a passkey.
    /// - Throws: INVALID_ARGUMENT, ALREADY_EXISTS, RESOURCE_EXHAUSTED.
    func add(_ passkey: Passkey) throws {
        try validate(passkey.name, of: passkey.profile)
        try passkeys.change { passkeys in
            guard !passkeys.contains(where: { $0.credential == passkey.credential }) else {
                throw Status(
                    .alreadyExists, "The passkey of this device is stored already.",
                    hint: "Use it to sign in, or remove it first.")
            }
            try Passkey.validate(count: passkeys.count)
            passkeys.append(passkey)
        }
    }

    /// Checks a login and stores its time and counter.
    /// - Parameters:
    ///   - credential: The identifier of the credential, in base64url.
    ///   - party: The relying party.
    ///   - now: The time of the login, in seconds since 1970.
    ///   - verify: Checks the response with a key and the counter of the last login, and returns its
    ///     counter.
    /// - Returns: The profile.
    /// - Throws: The error of `verify`; ``PasskeyFault/unknown`` for another credential.
    func use(
        _ credential: String, for party: RelyingParty, now: Int64,
        verify: (PasskeyKey, UInt32) throws -> UInt32
    ) throws -> String {
        guard
            let found = passkeys.all.first(where: {
                $0.credential == credential && $0.party == party.id
            }),
            let key = Base64URL.bytes(found.key).flatMap({ PasskeyKey(bytes: $0) })
        else { throw PasskeyFault.unknown }
        let counter = try verify(key, found.counter)
        do {
            try passkeys.change { passkeys in
                guard
                    let index = passkeys.firstIndex(where: { $0.credential == credential }),
                    // A login at the same time may have stored its counter.
                    counter == 0 || passkeys[index].counter < counter
                else { throw PasskeyFault.unknown }
                passkeys[index].counter = counter
                passkeys[index].used = now
            }
        } catch let error as PasskeyFault {
            throw error
        } catch {
            // A counter that is not stored could not reveal a copy. The time alone may be lost.
            guard counter == 0 else { throw error }
        }
        return found.profile
    }

    /// Removes a passkey of a profile.
    /// - Throws: NOT_FOUND.
    func remove(_ name: String, of profile: String) throws {
        try passkeys.remove(name, of: profile)
    }
}
