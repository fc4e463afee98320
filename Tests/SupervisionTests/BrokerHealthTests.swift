import Testing

@testable import Supervision

/// The conclusion from unanswered health checks. `.` is an answer, `x` a timeout, `l` a timeout that the
/// supervisor observes late, `w` a timeout while threads of the broker wait for a processor.
@Suite struct BrokerHealthTests {
    private func health(_ checks: String) -> BrokerHealth {
        var health = BrokerHealth()
        for check in checks {
            switch check {
            case "x": health.recordTimeout(after: .seconds(1), waited: .milliseconds(100))
            case "?": health.recordTimeout(after: .seconds(1), waited: nil)
            case "l": health.recordTimeout(after: .seconds(3), waited: .zero)
            case "w": health.recordTimeout(after: .seconds(1), waited: .milliseconds(600))
            default: health.recordAnswer()
            }
        }
        return health
    }

    @Test(arguments: [
        ("", false), ("x", false), ("xx", true), ("??", true), ("x.x", false), ("wwww", false),
        ("xwlw", false), ("xwx", true), ("lllllllll", false), ("llllllllll", true),
        (String(repeating: "w", count: 30), true), ("xl.x", false),
    ])
    func `a broker hangs after two checks that its machine had time for`(
        checks: String, isHung: Bool
    ) {
        #expect(health(checks).isHung == isHung)
    }

    @Test func `a broker that waits for a processor is checked again at once`() {
        #expect(health("w").isSilent)
        #expect(!health("w.").isSilent)
    }
}
