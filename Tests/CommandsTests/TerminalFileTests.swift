import Testing

@testable import Commands

@Suite struct TerminalFileTests {
    @Test(arguments: 1...9)
    func `a file in pieces of any size is shown with control characters escaped`(size: Int) {
        let bytes = Array("a,\u{1B}[31mé\r\nnext 🏃\u{202E}\nend".utf8)
        var file = TerminalFile()
        var shown: [UInt8] = []

        for start in stride(from: 0, to: bytes.count, by: size) {
            shown += file.visible(piece: bytes[start..<min(start + size, bytes.count)])
        }
        shown += file.finished()

        #expect(
            String(decoding: shown, as: UTF8.self)
                == "a,\\u{1b}[31mé\nnext 🏃\\u{202e}\nend")
    }
}
