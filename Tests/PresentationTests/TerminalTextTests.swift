import Presentation
import Testing

@Suite struct TerminalTextTests {
    /// Unicode's properties, independent of the module's list.
    private func isControlCharacter(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isBidiControl
            || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }

    @Test func `control characters are escaped and all letters are kept`() {
        for scalar in (UInt32(0)...0x1_FFFF).compactMap(Unicode.Scalar.init) {
            let text = "a\(Character(scalar))b"

            let visible = TerminalText.visible(text)

            if isControlCharacter(scalar) {
                #expect(!visible.unicodeScalars.contains(scalar), "\(scalar.value)")
                #expect(visible.hasPrefix("a\\") && visible.hasSuffix("b"), "\(scalar.value)")
            } else if scalar.properties.generalCategory != .format {
                #expect(visible == text, "\(scalar.value)")
            }
        }
    }

    @Test(arguments: [
        ("\u{1B}[31mred", "\\u{1b}[31mred"), ("one\ntwo\r\tthree", "one\\ntwo\\r\\tthree"),
        ("\u{202E}evil\u{202C}", "\\u{202e}evil\\u{202c}"), ("👩‍👩‍👧 שלום", "👩‍👩‍👧 שלום"),
    ])
    func `control characters are escaped as in a Swift literal`(text: String, visible: String) {
        #expect(TerminalText.visible(text) == visible)
    }

    @Test func `line feeds are kept with shouldKeepLines`() {
        #expect(TerminalText.visible("a\nb\r\n", shouldKeepLines: true) == "a\nb\\r\n")
    }

    @Test func `a shortened text keeps its beginning and its end`() {
        let text = "There is no activity called \"\(String(repeating: "x", count: 5000))\"."

        let short = TerminalText.shortened(text, to: 300)

        #expect(short.count == 300)
        #expect(short.hasPrefix("There is no activity") && short.hasSuffix("x\"."))
        #expect(TerminalText.shortened(short, to: 300) == short)
    }
}
