import RPC
import Testing

@testable import Commands

@Suite struct ConfirmationTests {
    @Test func `the word itself is a yes`() throws {
        try Confirmation { _ in "kim" }.require("kim", "Sure?", command: "")
    }

    @Test(arguments: ["yes", "Kim", "", nil] as [String?])
    func `anything else is a no`(answer: String?) {
        #expect(throws: UsageError.self) {
            try Confirmation { _ in answer }.require("kim", "Sure?", command: "")
        }
    }

    @Test(arguments: [(false, true), (true, true), (false, false), (true, false)])
    func `who said yes is not asked`(isJSON: Bool, isWatched: Bool) throws {
        let confirmation = Confirmation(
            isGiven: true, output: Output(isJSON: isJSON, environment: [:]), isWatched: isWatched)

        try confirmation.require("kim", question(), command: "")
    }

    @Test(arguments: [(true, true), (false, false), (true, false)])
    func `a script that did not say yes is refused with the command that would do it`(
        isJSON: Bool, isWatched: Bool
    ) throws {
        let confirmation = Confirmation(
            isGiven: false, output: Output(isJSON: isJSON, environment: [:]), isWatched: isWatched)

        let refusal = #expect(throws: UsageError.self) {
            try confirmation.require(
                "kim", question(), command: "dayline profile remove kim --yes")
        }

        #expect(refusal?.status.hint == "If you mean it: dayline profile remove kim --yes")
    }

    private func question() -> String {
        Issue.record("A question was asked.")
        return ""
    }
}
