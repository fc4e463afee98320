/// A file of text that goes to a terminal in pieces, which may end within a character.
struct TerminalFile {
    private var rest: [UInt8] = []

    /// What of the lines that are whole by now is to be shown.
    mutating func visible(piece: some Sequence<UInt8>) -> [UInt8] {
        rest += piece
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else {
            return rest.count < Self.longestLine ? [] : finished()
        }
        let lines = Array(rest[...end])
        rest.removeSubrange(...end)
        return Self.visible(lines)
    }

    /// The last line, which may have no end.
    mutating func finished() -> [UInt8] {
        defer { rest = [] }
        return Self.visible(rest)
    }

    /// Bytes of a line that are kept back at most.
    private static let longestLine = 1 << 20

    /// `bytes` with their control characters escaped; the ends of lines stay.
    static func visible(_ bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        return Array(TerminalText.visible(text, shouldKeepLines: true).utf8)
    }
}
