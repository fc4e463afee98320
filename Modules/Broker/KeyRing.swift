package import HostFiles
import RPC
import ZeroMQ
import ZeroMQTransport

/// The keys of programs on other machines, the key pair of the broker, and the address for connections
/// over TCP, in files of the home that only its owner can read.
///
/// Of a key the home has only the public half.
package final class KeyRing: Sendable {
    /// Keys of a home.
    private static let limit = 256

    struct StoredKey: Codable, Hashable, ProfileBound, Sendable {
        var name: String
        var publicKey: String
        var roles: [String]
        /// Nil for all profiles.
        var profile: String?
        /// Milliseconds since 1970.
        var created: Int64
        /// The time of the profile's first change; nil: not known yet, or all profiles.
        var profileCreatedAt: String? = nil

        var boundProfile: String? { profile }
    }

    private struct ServerKey: Codable {
        var secretKey: String
    }

    private let home: Home
    private let keys: StoredList<StoredKey>

    /// - Throws: FAILED_PRECONDITION with the path if the file exists and is invalid.
    package init(_ home: Home) throws {
        self.home = home
        keys = try StoredList(
            path: home.busKeys, key: "keys", remedy: "Remove the file, and create the keys again.")
    }

    /// The keys, ascending by name.
    var all: [StoredKey] { keys.all.sorted { $0.name < $1.name } }

    /// The stored key with a public key; nil without such a key.
    func key(_ publicKey: String) -> StoredKey? { keys.all.first { $0.publicKey == publicKey } }

    /// The rights of an authenticated peer; nil if its key was revoked.
    func holder(_ authentication: PeerAuthentication) -> KeyHolder? {
        key(authentication.publicKey).map { key in
            KeyHolder(
                authentication, name: key.name, profile: key.profile,
                roles: key.roles.compactMap { try? Role($0) })
        }
    }

    /// - Throws: INVALID_ARGUMENT, ALREADY_EXISTS, RESOURCE_EXHAUSTED.
    func add(_ key: StoredKey) throws {
        guard CredentialName.isValid(key.name) else {
            throw Status(
                .invalidArgument,
                "The name of a key has 1 to 64 characters without control characters.",
                hint: "For example: dayline keys new laptop --role log")
        }
        guard CurveKeyPair.isKey(key.publicKey) else {
            throw Status(.invalidArgument, "The public key is not one of 40 characters of Z85.")
        }
        guard !key.roles.isEmpty else {
            throw Status(
                .invalidArgument, "The key \"\(key.name)\" has no role.",
                hint:
                    "Use --role read, log, push, admin, researcher, operator, replica or worker:SERVICE."
            )
        }
        let roles = try key.roles.map { text throws(Status) in try Role(text) }
        if let role = roles.first(where: \.isForAllProfiles) {
            let workers = roles.count { if case .worker = $0 { true } else { false } }
            guard key.profile == nil, workers == roles.count || roles.count == 1 else {
                throw Status(
                    .invalidArgument,
                    "The key \"\(key.name)\" has the role \(role.text): it has no other roles and no "
                        + "profile.",
                    hint: "Create a key for each purpose.")
            }
        }
        try keys.change { keys in
            guard !keys.contains(where: { $0.name == key.name || $0.publicKey == key.publicKey })
            else {
                throw Status(
                    .alreadyExists, "There is a key \"\(key.name)\" already.",
                    hint: "Use another name, or: dayline keys revoke \"\(key.name)\"")
            }
            guard keys.count < Self.limit else {
                throw Status(
                    .resourceExhausted, "There are \(Self.limit) keys already.",
                    hint: "Remove one with: dayline keys revoke NAME")
            }
            keys.append(key)
        }
    }

    /// Removes a key.
    /// - Throws: NOT_FOUND.
    func remove(_ name: String) throws -> StoredKey {
        try keys.change { keys in
            guard let index = keys.firstIndex(where: { $0.name == name }) else {
                throw Status(
                    .notFound, "There is no key \"\(name)\".",
                    hint: "List them with: dayline keys")
            }
            return keys.remove(at: index)
        }
    }

    /// True if a key is of another profile than the default one, which always exists.
    var hasProfiles: Bool {
        keys.all.compactMap(\.profile)
            .contains { !ExistingProfiles.isSame($0, CallMetadata.defaultProfile) }
    }

    /// Removes the keys of absent profiles.
    /// - Returns: The removed keys.
    func bind(to profiles: ExistingProfiles) throws -> [StoredKey] { try keys.bind(to: profiles) }

    /// The key pair of the broker, which is created at its first use.
    /// - Throws: FAILED_PRECONDITION with the path if the file exists and is invalid.
    func serverKeys() throws -> CurveKeyPair {
        let path = home.busServerKey
        if let bytes = try Files.readIfPresent(path, limit: 4096) {
            guard let stored = try? JSONBody.decode(ServerKey.self, from: Bytes(bytes)),
                let pair = CurveKeyPair(secretKey: stored.secretKey)
            else {
                throw Status(
                    .failedPrecondition, "\(path) is not a key.",
                    hint: "Restore the file, or remove it and create all keys again.")
            }
            return pair
        }
        let pair = try CurveKeyPair()
        let bytes = try JSONBody.encode(ServerKey(secretKey: pair.secretKey))
        try Files.writeAtomically(bytes.array(of: UInt8.self), to: path)
        return pair
    }

    /// The address of the setting; nil if it is not set.
    var address: String? {
        get throws {
            guard let bytes = try Files.readIfPresent(home.busListen, limit: 4096) else {
                return nil
            }
            let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
            return text.map(String.init)
        }
    }

    /// Stores the address; nil removes the setting.
    func setAddress(_ address: String?) throws {
        try Files.writeAtomically(Array((address.map { "\($0)\n" } ?? "").utf8), to: home.busListen)
    }
}
