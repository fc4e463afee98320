import Testing

@testable import Commands

@Suite struct ConfirmationTests {
    @Test func `the word itself is a yes`() throws {
        try Confirmation { _ in "kim" }.require("kim", "Sure?")
    }

    @Test(arguments: ["yes", "Kim", "", nil] as [String?])
    func `anything else is a no`(answer: String?) {
        #expect(throws: UsageError.self) {
            try Confirmation { _ in answer }.require("kim", "Sure?")
        }
    }

    @Test(arguments: [(true, false, true), (false, true, true), (false, false, false)])
    func `who said yes, wants JSON, or is not there, is not asked`(
        isGiven: Bool, isJSON: Bool, isWatched: Bool
    ) throws {
        let confirmation = Confirmation(
            isGiven: isGiven, output: Output(isJSON: isJSON, environment: [:]),
            isWatched: isWatched)
        var isAsked = false

        try confirmation.require(
            "kim",
            {
                isAsked = true
                return "Sure?"
            }())

        #expect(!isAsked)
    }
}
