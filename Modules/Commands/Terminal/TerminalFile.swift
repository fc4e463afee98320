import Presentation

/// Escapes the control characters of a text file that is shown in pieces, which may end within a
/// character.
struct TerminalFile {
    private var rest: [UInt8] = []

    /// The escaped lines that `piece` completes.
    mutating func visible(piece: some Sequence<UInt8>) -> [UInt8] {
        rest += piece
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else {
            return rest.count < Self.longestLine ? [] : finished()
        }
        let lines = Array(rest[...end])
        rest.removeSubrange(...end)
        return Self.visible(lines)
    }

    /// The escaped rest after the last line feed.
    mutating func finished() -> [UInt8] {
        defer { rest = [] }
        return Self.visible(rest)
    }

    /// The maximum number of buffered bytes of a line.
    private static let longestLine = 1 << 20

    /// `bytes` with control characters escaped, except line feeds.
    static func visible(_ bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        return Array(TerminalText.visible(text, shouldKeepLines: true).utf8)
    }
}
