import HostFiles
import RPC

/// A credential of a profile in a file of the home. Its name is unique in the profile.
protocol NamedCredential: Codable, Hashable, ProfileBound, Sendable {
    /// The noun in sentences for people, such as "feed". Its plural is the key of the list in the file.
    static var noun: String { get }
    /// The verb for making one, such as "create".
    static var verb: String { get }
    /// The hint of the error for an invalid name.
    static var nameHint: String { get }
    /// The hint of the error for a name that another credential of the profile has.
    static func usedNameHint(_ name: String) -> String
    /// The hint of the error for too many credentials.
    static var limitHint: String { get }
    /// The hint of the error for an unknown name.
    static var unknownNameHint: String { get }

    var name: String { get }
    var profile: String { get }
}

extension NamedCredential {
    var boundProfile: String? { profile }

    /// The limit of the credentials of all profiles.
    private static var limit: Int { 256 }

    /// Checks the name of a new credential.
    /// - Throws: INVALID_ARGUMENT, ALREADY_EXISTS.
    static func validate(
        _ name: String, of profile: String, among stored: [Self]
    ) throws(Status) {
        guard CredentialName.isValid(name) else {
            throw Status(
                .invalidArgument,
                "The name of a \(noun) has 1 to 64 characters without control characters.",
                hint: nameHint)
        }
        guard !stored.contains(where: { $0.name == name && $0.profile == profile }) else {
            throw Status(
                .alreadyExists, "There is a \(noun) \"\(name)\" already.",
                hint: usedNameHint(name))
        }
    }

    /// - Throws: RESOURCE_EXHAUSTED if no credential can be added to `count` others.
    static func validate(count: Int) throws(Status) {
        guard count < limit else {
            throw Status(
                .resourceExhausted, "There are \(limit) \(noun)s already.", hint: limitHint)
        }
    }
}

extension StoredList where Element: NamedCredential {
    /// - Throws: FAILED_PRECONDITION with the path if the file exists and is invalid.
    convenience init(path: String) throws {
        try self.init(
            path: path, key: "\(Element.noun)s",
            remedy: "Remove the file, and \(Element.verb) the \(Element.noun)s again.")
    }

    /// The credentials of a profile, ascending by name.
    func list(of profile: String) -> [Element] {
        all.filter { $0.profile == profile }.sorted { $0.name < $1.name }
    }

    /// The profiles with a credential.
    var profiles: Set<String> { Set(all.map(\.profile)) }

    /// Removes a credential of a profile.
    /// - Throws: NOT_FOUND.
    func remove(_ name: String, of profile: String) throws {
        try change { credentials in
            guard
                let index = credentials.firstIndex(where: {
                    $0.name == name && $0.profile == profile
                })
            else {
                throw Status(
                    .notFound, "There is no \(Element.noun) \"\(name)\".",
                    hint: Element.unknownNameHint)
            }
            credentials.remove(at: index)
        }
    }
}
