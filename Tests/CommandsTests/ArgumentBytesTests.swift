import RPC
import Testing

@testable import Commands

struct ArgumentBytesTests {
    @Test(
        arguments: [
            [0xFF, 0xFE], [0x62, 0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]])
    func `an argument that is not UTF-8 is rejected with its position`(bytes: [UInt8]) {
        let error = #expect(throws: UsageError.self) {
            try ArgumentBytes.check([Array("activity".utf8), bytes])
        }

        #expect(error?.status.message.hasPrefix("Argument 2 (") == true)
        #expect(error?.status.message.hasSuffix("is not UTF-8.") == true)
        #expect(error?.status.hint == "See how this terminal encodes text with: locale charmap")
    }

    @Test(arguments: ["", "água", "\u{1F600}", "\u{FEFF}x", "\u{10FFFF}"])
    func `arguments in valid UTF-8 pass the check`(text: String) throws {
        try ArgumentBytes.check([Array(text.utf8)])
    }
}
