import Texts

/// Finding one of several things by what a person types.
package enum NameMatch: Hashable, Sendable {
    /// The place of the one that is meant.
    case found(Int)
    /// Several begin with it, in order of name.
    case ambiguous([String])
    /// None does; the closest one may have been meant.
    case unknown(closest: String?)

    /// The name that is meant: exactly, then without case, then by unique beginning.
    package init(_ typed: String, among names: [String]) {
        let folded = Self.normalized(typed)
        if let place = names.firstIndex(of: typed)
            ?? names.firstIndex(where: { Self.normalized($0) == folded })
        {
            self = .found(place)
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

    /// The places of all that have the whole name: exactly, or where none has, without case. A document
    /// can bring several of one name.
    package static func indices(named name: String, among names: [String]) -> [Int] {
        let exact = names.indices.filter { names[$0] == name }
        guard exact.isEmpty else { return exact }
        let folded = normalized(name)
        return names.indices.filter { self.normalized(names[$0]) == folded }
    }

    /// A name as names are compared: without case, and without white space around it, which a document
    /// can bring.
    package static func normalized(_ name: String) -> String { name.trimmed.lowercased() }
}
