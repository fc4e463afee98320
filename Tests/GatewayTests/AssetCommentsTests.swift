import Testing

@testable import Gateway

struct AssetCommentsTests {
    private func removed(_ text: String) -> String {
        String(decoding: AssetComments.removed(from: Array(text.utf8)), as: UTF8.self)
    }

    @Test func `lines that have only a comment are left out`() {
        let script = """
            // The first line.
            /** One line. */
            /**
             * Several lines,
             * with code(); in them.
             */
            call("https://example.org"); // Stays.
              // Indented.

              call(/* stays */ 1);
            """

        #expect(
            removed(script) == """
                call("https://example.org"); // Stays.
                  call(/* stays */ 1);

                """)
    }

    @Test func `rules between comments of a style sheet stay`() {
        #expect(
            removed("/* Before. */\na { b: c; }\n/* Two\n   lines. */\nd { e: f; }\n")
                == "a { b: c; }\nd { e: f; }\n")
    }

    @Test func `a text without an end of its comment is left out from there`() {
        #expect(removed("call();\n/* open\nmore();\n") == "call();\n")
    }
}
