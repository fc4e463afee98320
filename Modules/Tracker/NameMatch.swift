import Texts

/// The result of looking up typed text in a list of names.
package enum NameMatch: Hashable, Sendable {
    /// The index of the matching name.
    case found(Int)
    /// The names that begin with the text, sorted.
    case ambiguous([String])
    /// No name matches; `closest` is a similar name, nil if none is similar.
    case unknown(closest: String?)

    /// Matches exactly, then ignoring case, then by unique prefix.
    package init(_ typed: String, among names: [String]) {
        let folded = Self.normalized(typed)
        if let index = names.firstIndex(of: typed)
            ?? names.firstIndex(where: { Self.normalized($0) == folded })
        {
            self = .found(index)
            return
        }
        let beginning = names.indices.filter { index in
            !folded.isEmpty && Self.normalized(names[index]).hasPrefix(folded)
        }
        switch beginning.count {
        case 0: self = .unknown(closest: nearestName(to: typed, among: names))
        case 1: self = .found(beginning[0])
        default: self = .ambiguous(beginning.map { names[$0] }.sorted())
        }
    }

    /// The indices of all names that equal `name`, ignoring case if no name is equal. Imported documents
    /// can contain duplicate names.
    package static func indices(named name: String, among names: [String]) -> [Int] {
        let exact = names.indices.filter { names[$0] == name }
        guard exact.isEmpty else { return exact }
        let folded = normalized(name)
        return names.indices.filter { self.normalized(names[$0]) == folded }
    }

    /// The form in which names are compared: lowercase, without surrounding white space, which imported
    /// documents can contain.
    package static func normalized(_ name: String) -> String { name.trimmed.lowercased() }
}
