import Testing

@testable import Commands

/// The bytes of a terminal as keys.
@Suite struct TerminalKeyDecoderTests {
    @Test(
        arguments: [
            ("a", [.character("a")]), (" ", [.character(" ")]), ("é", [.character("é")]),
            ("水😀", [.character("水"), .character("😀")]),
            ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]),
            ("\u{8}", [.backspace]), ("\u{4}", [.control("d")]), ("\u{C}", [.control("l")]),
            ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{1B}[B", [.down]),
            ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]), ("\u{1B}[1;5C", [.right]),
            ("\u{1B}[H", [.home]), ("\u{1B}[1~", [.home]), ("\u{1B}[F", [.end]),
            ("\u{1B}[4~", [.end]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]),
            ("\u{1B}q", [.escape, .character("q")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
            ("\u{1B}[3~", []), ("\u{1B}[200~x", [.character("x")]), ("\0", []),
        ] as [(String, [TerminalKey])])
    func `bytes are keys, and unknown control sequences are ignored`(
        bytes: String, keys: [TerminalKey]
    ) {
        var decoder = TerminalKeyDecoder()

        #expect(decoder.keys(Array(bytes.utf8)) == keys)
        #expect(!decoder.hasPending)
    }

    @Test func `a key that arrives byte by byte is one key`() {
        var decoder = TerminalKeyDecoder()

        let keys = Array("\u{1B}[5~é😀j".utf8).flatMap { decoder.keys([$0]) }

        #expect(keys == [.pageUp, .character("é"), .character("😀"), .character("j")])
    }

    @Test func `an escape is a key once nothing follows`() {
        var decoder = TerminalKeyDecoder()

        let first = decoder.keys([0x1B])
        let isPending = decoder.hasPending
        let finished = decoder.finish()

        #expect(first == [] && isPending)
        #expect(finished == [.escape])
        #expect(!decoder.hasPending)
    }

    @Test func `any two bytes are decoded without a control character`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                var decoder = TerminalKeyDecoder()

                let keys = decoder.keys([first, second]) + decoder.finish()

                for case .character(let character) in keys {
                    let scalar = character.unicodeScalars.first?.value ?? 0
                    #expect(scalar >= 0x20 && !(0x7F..<0xA0).contains(scalar))
                }
            }
        }
    }

    @Test func `a control sequence without an end does not swallow later keys`() {
        var decoder = TerminalKeyDecoder()

        _ = decoder.keys(
            [0x1B, UInt8(ascii: "[")] + Array(repeating: UInt8(ascii: "1"), count: 40))
        let keys = decoder.keys([UInt8(ascii: "q")])

        #expect(keys == [.character("q")])
    }
}
