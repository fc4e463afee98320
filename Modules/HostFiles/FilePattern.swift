/// A pattern of file names, where `*` stands for any run of characters. Letter case does not matter.
package struct FilePattern {
    /// The pattern in lower case.
    let text: String
    private let pieces: [Substring]

    package init(_ pattern: String) {
        text = pattern.lowercased()
        pieces = pattern.lowercased().split(separator: "*", omittingEmptySubsequences: false)
            .map { Substring(String($0)) }
    }

    package func matches(_ name: String) -> Bool {
        var rest = name.lowercased()[...]
        guard let first = pieces.first, let last = pieces.last else { return false }
        guard pieces.count > 1 else { return rest == first }
        guard rest.hasPrefix(first) else { return false }
        rest = rest.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let end = Self.end(of: piece, in: rest) else { return false }
            rest = rest[end...]
        }
        return rest.hasSuffix(last)
    }

    /// The end of the first occurrence of `piece`; the earliest leaves the most text for the other
    /// pieces.
    private static func end(of piece: Substring, in text: Substring) -> String.Index? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(piece) { return text.index(start, offsetBy: piece.count) }
            start = text.index(after: start)
        }
        return nil
    }
}
