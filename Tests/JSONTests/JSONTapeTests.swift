import JSON
import Testing

@Suite struct JSONTapeTests {
    @Test func `a fault names the problem and its byte offset`() {
        func description(_ text: [UInt8]) -> String? { fault(text)?.description }

        #expect(description(Array(#"{"a":1}"#.utf8)) == nil)
        #expect(description(Array(#"{"a":1,}"#.utf8)) == "it is not JSON from byte 7 on")
        #expect(
            description(Array("{\"a\":\"\u{1}\"}".utf8))
                == "a control character at byte 6 is not escaped")
        #expect(
            description(Array(#"{"a":"x\ud800"}"#.utf8))
                == "an escape in the string at byte 6 is malformed")
        #expect(description([0x22, 0xFF, 0x22]) == "it is not UTF-8")
        #expect(
            description([0xEF, 0xBB, 0xBF, 0x7B, 0x7D])
                == "it is not UTF-8, or begins with a byte order mark")
        #expect(
            description(Array(repeating: UInt8(ascii: "["), count: 300))
                == "its arrays and objects are more than 256 deep")
    }

    @Test(arguments: [(256, true), (257, false)])
    func `a nesting depth of 256 is accepted, and 257 is refused`(depth: Int, isAccepted: Bool) {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)

        #expect((fault(Array(text.utf8)) == nil) == isAccepted)
    }
}
