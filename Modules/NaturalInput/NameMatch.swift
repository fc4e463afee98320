import Texts

/// The result of looking up typed text in a list of names.
package enum NameMatch: Hashable, Sendable {
    /// The index of the matching name.
    case found(Int)
    /// The names that the text abbreviates, sorted.
    case ambiguous([String])
    /// No name matches; `closest` is a similar name, nil if none is similar.
    case unknown(closest: String?)

    /// Matches exactly, then ignoring case, then by unique prefix, then by prefixes of words in
    /// their order, such as `mor ru` for `Morning run`.
    package init(_ typed: String, among names: [String]) {
        let folded = Self.normalized(typed)
        if let index = names.firstIndex(of: typed)
            ?? names.firstIndex(where: { Self.normalized($0) == folded })
        {
            self = .found(index)
            return
        }
        let words = folded.split(whereSeparator: \.isWhitespace)
        let abbreviates = [
            { (name: String) in !folded.isEmpty && name.hasPrefix(folded) },
            { (name: String) in Self.abbreviates(words, name) },
        ]
        for rule in abbreviates {
            let matches = names.indices.filter { rule(Self.normalized(names[$0])) }
            guard !matches.isEmpty else { continue }
            self =
                matches.count == 1
                ? .found(matches[0]) : .ambiguous(matches.map { names[$0] }.sorted())
            return
        }
        self = .unknown(closest: nearestName(to: typed, among: names))
    }

    /// True if each word begins a word of the name, in the order of the name's words.
    private static func abbreviates(_ words: [Substring], _ name: String) -> Bool {
        var rest = name.split(whereSeparator: \.isWhitespace)[...]
        for word in words {
            guard let index = rest.firstIndex(where: { $0.hasPrefix(word) }) else { return false }
            rest = rest[(index + 1)...]
        }
        return !words.isEmpty
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
