import Testing

@testable import Gateway

struct EventPositionTests {
    @Test func `a position is parsed from its text`() {
        let position = EventPosition(epoch: 4_000_000_000, number: 17)
        #expect(EventPosition("\(position)") == position)
    }

    @Test(arguments: [
        "", "-", "1", "1-", "-1", "x-1", "1-x", "4294967296-1", "1-99999999999999999999",
    ])
    func `another text is not a position`(text: String) {
        #expect(EventPosition(text) == nil)
    }
}
