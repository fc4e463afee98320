/// Leaves out the comments of scripts and style sheets, which are a sixth of what a first visit loads.
enum AssetComments {
    /// The lines of a script or style sheet without those that have only a comment: `//` to the end of the line,
    /// and blocks that begin and end at the ends of lines. A comment after code stays.
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var isInBlock = false
        for line in bytes.split(separator: newline, omittingEmptySubsequences: false) {
            let text = line.trimmed
            if !isInBlock {
                if text.isEmpty || text.starts(with: lineStart) { continue }
                isInBlock = text.starts(with: blockStart)
            }
            if isInBlock {
                isInBlock = !text.hasSuffix(blockEnd)
            } else {
                output += line
                output.append(newline)
            }
        }
        return output
    }

    private static let newline = UInt8(ascii: "\n")
    private static let lineStart = Array("//".utf8)
    private static let blockStart = Array("/*".utf8)
    private static let blockEnd = Array("*/".utf8)
}

extension ArraySlice<UInt8> {
    /// Without spaces, tabs and carriage returns at both ends.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        guard let last = lastIndex(where: { !isSpace($0) }) else { return [] }
        return self[...last].drop(while: isSpace)
    }

    fileprivate func hasSuffix(_ other: [UInt8]) -> Bool {
        suffix(other.count).elementsEqual(other)
    }
}
