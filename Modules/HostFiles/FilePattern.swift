/// A pattern of file names, where `*` stands for any run of characters. Letter case does not matter.
package struct FilePattern: Hashable, Sendable {
    /// The pattern in lower case.
    let text: String
    /// The texts before, between and behind the stars, in lower case and UTF-8.
    private let pieces: [[UInt8]]

    package init(_ pattern: String) {
        text = pattern.lowercased()
        pieces = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
            .map { Array($0) }
    }

    package func matches(_ name: String) -> Bool {
        isMatch(Array(name.lowercased().utf8)[...])
    }

    /// True if the pattern matches a path, or the name behind its last slash.
    func matchesPathOrName(of path: String) -> Bool {
        // Bytes, because a large archive has some 100,000 paths, which are compared with each pattern.
        let path = Array(path.lowercased().utf8)
        if isMatch(path[...]) { return true }
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return false }
        return isMatch(path[(slash + 1)...])
    }

    /// True if the pattern matches a name in lower case and UTF-8.
    private func isMatch(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = pieces.first, let last = pieces.last else { return false }
        guard pieces.count > 1 else { return name.elementsEqual(first) }
        guard name.starts(with: first) else { return false }
        var rest = name.dropFirst(first.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let end = Self.end(of: piece, in: rest) else { return false }
            rest = rest[end...]
        }
        return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }

    /// The end of the first occurrence of `piece`; the earliest leaves the most text for the other
    /// pieces.
    private static func end(of piece: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        guard text.count >= piece.count else { return nil }
        return (text.startIndex...(text.endIndex - piece.count))
            .first { text[$0...].starts(with: piece) }
            .map { $0 + piece.count }
    }
}
