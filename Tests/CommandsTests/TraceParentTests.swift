import Testing

@testable import Commands

struct TraceParentTests {
    @Test func `a valid W3C trace context is unchanged`() {
        let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

        #expect(TraceParent(argument: text)?.text == text)
    }

    @Test(arguments: [
        "", "00", "00-0af7-b7-01", "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
    ])
    func `a text of another form is rejected`(text: String) {
        #expect(TraceParent(argument: text) == nil)
    }
}
