package import Contracts
import RPC

/// The profiles of a home at a time, with which credentials are compared.
package struct ExistingProfiles: Sendable {
    /// The owner of a credential that names a profile.
    package enum Owner: Hashable, Sendable {
        /// The profile exists. `createdAt` is the time of its first change; nil: not known.
        case present(createdAt: String?)
        /// No profile has the name, or another profile than that of the credential.
        case absent
    }

    /// The names of the profiles.
    package let names: [String]
    /// The times of the first changes, by the names in lower case.
    private let created: [String: String?]
    /// The lower case name of a profile that is regarded as absent; nil: none.
    private var erased: String?

    package init(_ profiles: [Profiles.Profile]) {
        names = profiles.map(\.name)
        created = Dictionary(
            profiles.map { (Self.key($0.name), $0.createdAt) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The owner of a credential.
    ///
    /// The default profile always exists: it cannot be removed or renamed, and a restored backup of another
    /// home replaces its data only.
    /// - Parameters:
    ///   - name: The profile that the credential names.
    ///   - createdAt: The time of the first change of the credential's profile; nil: not known.
    /// - Returns: The owner.
    package func owner(named name: String, createdAt: String?) -> Owner {
        let key = Self.key(name)
        if key == erased { return .absent }
        if key == CallMetadata.defaultProfile { return .present(createdAt: nil) }
        guard let present = created[key] else { return .absent }
        guard let createdAt, createdAt != present else {
            return .present(createdAt: present)
        }
        return .absent
    }

    /// True if there is a profile of the name, in any case of its ASCII letters.
    package func hasProfile(named name: String) -> Bool {
        owner(named: name, createdAt: nil) != .absent
    }

    /// The same profiles without one.
    package func without(_ name: String) -> ExistingProfiles {
        var others = self
        others.erased = Self.key(name)
        return others
    }

    /// True for names that differ at most in the case of ASCII letters: storage has one profile for them.
    package static func isSame(_ name: String, _ other: String) -> Bool { key(name) == key(other) }

    private static func key(_ name: String) -> String {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return String(
            decoding: name.utf8.map { capitals.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
