import RPC
import Testing

@testable import Commands

@Suite struct HintTests {
    @Test(arguments: [
        (
            "Look at it with: dayline activity show Run",
            "Look at it with: dayline --profile kim activity show Run"
        ),
        (
            "Show the links with: dayline goal show Fit",
            "Show the links with: dayline --profile kim goal show Fit"
        ),
        ("Did you mean \"dayline log\"?", "Did you mean \"dayline --profile kim log\"?"),
        ("Name a file that dayline backup wrote.", "Name a file that dayline backup wrote."),
        ("Try again.", "Try again."),
        ("Add it with: dayline profile add kim", "Add it with: dayline profile add kim"),
        ("See: dayline profile show", "See: dayline --profile kim profile show"),
    ])
    func `commands in hints get the profile option`(hint: String, addressed: String) {
        let output = Output(isJSON: false, profile: "kim", environment: [:])

        #expect(output.addressed(hint: hint) == addressed)
    }

    @Test func `commands in messages get the home option`() {
        let output = Output(isJSON: false, home: "/days", environment: [:])

        let message = output.addressed(
            message: "storage did not start: Restore a backup with: dayline restore FILE.")

        #expect(
            message
                == "storage did not start: Restore a backup with: dayline --home /days restore FILE."
        )
    }

    @Test(
        arguments: [
            (
                Status(.deadlineExceeded, "X did not answer in time."),
                "See which process is busy with: dayline status"
            ),
            (Status(.deadlineExceeded, "X is late.", hint: "Wait."), "Wait."),
            (Status(.notFound, "X is unknown."), nil),
        ] as [(Status, String?)])
    func `a call without an answer in time has a hint of its own or the one of its code`(
        status: Status, hint: String?
    ) {
        #expect(Output.hint(of: status) == hint)
    }
}
