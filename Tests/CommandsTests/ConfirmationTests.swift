import RPC
import Testing

@testable import Commands

@Suite struct ConfirmationTests {
    @Test func `the exact name confirms`() throws {
        try Confirmation { _ in "kim" }.require("kim", "Sure?", command: "")
    }

    @Test(arguments: ["yes", "Kim", "", nil] as [String?])
    func `any other text does not confirm`(answer: String?) {
        #expect(throws: UsageError.self) {
            try Confirmation { _ in answer }.require("kim", "Sure?", command: "")
        }
    }

    @Test(arguments: [(false, true), (true, true), (false, false), (true, false)])
    func `the option --yes skips the question`(isJSON: Bool, isInteractive: Bool) throws {
        let confirmation = Confirmation(
            isConfirmed: true, output: Output(isJSON: isJSON, environment: [:]),
            isInteractive: isInteractive)

        try confirmation.require("kim", question(), command: "")
    }

    @Test(arguments: [(true, true), (false, false), (true, false)])
    func `a script without --yes is rejected with the command that has it`(
        isJSON: Bool, isInteractive: Bool
    ) throws {
        let confirmation = Confirmation(
            isConfirmed: false, output: Output(isJSON: isJSON, environment: [:]),
            isInteractive: isInteractive)

        let error = #expect(throws: UsageError.self) {
            try confirmation.require(
                "kim", question(), command: "dayline profile remove kim --yes")
        }

        #expect(error?.status.hint == "If you mean it: dayline profile remove kim --yes")
    }

    private func question() -> String {
        Issue.record("A question was asked.")
        return ""
    }
}
