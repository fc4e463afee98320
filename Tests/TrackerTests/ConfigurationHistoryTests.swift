import CivilTime
import Testing
import Tracker

@Suite struct ConfigurationHistoryTests {
    private let start = CivilDate(days: 20_600)

    private func snapshot(_ first: Int, _ last: Int, unit: String) -> ConfigurationSnapshot {
        ConfigurationSnapshot(
            first: start.advanced(by: first), last: start.advanced(by: last),
            configuration: Configuration(kind: .value(Quantity(unit: unit))),
            parentage: .unknown)
    }

    /// The unit on each of ten days, `.` on days without a snapshot.
    private func picture(_ history: ConfigurationHistory) -> String {
        (0..<10).map { offset in
            let day = start.advanced(by: offset)
            return history.snapshot(on: day)?.configuration.kind.quantity?.unit ?? "."
        }.joined()
    }

    @Test func `of two overlapping snapshots the one that ends first takes precedence`() {
        let history = ConfigurationHistory([snapshot(0, 7, unit: "b"), snapshot(0, 3, unit: "a")])

        #expect(picture(history) == "aaaabbbb..")
    }

    @Test func `an inverted snapshot and one without remaining days are dropped`() {
        let history = ConfigurationHistory([
            snapshot(5, 4, unit: "x"), snapshot(1, 3, unit: "a"), snapshot(2, 3, unit: "y"),
        ])

        #expect(picture(history) == ".aaa......")
    }

    /// All triples of snapshots over six days, in every order.
    @Test func `snapshots are disjoint for any input`() {
        let spans = (0..<6).flatMap { first in (0..<6).map { (first, $0) } }
        for one in spans {
            for two in spans {
                let snapshots = ConfigurationHistory([
                    snapshot(one.0, one.1, unit: "a"), snapshot(two.0, two.1, unit: "b"),
                    snapshot(1, 3, unit: "c"),
                ]).snapshots
                #expect(snapshots.allSatisfy { $0.first <= $0.last })
                #expect(zip(snapshots, snapshots.dropFirst()).allSatisfy { $0.last < $1.first })
            }
        }
    }

    @Test func `a recorded snapshot begins after the previous one`() {
        var history = ConfigurationHistory()
        for (last, unit) in [(2, "a"), (2, "x"), (6, "b")] {
            history.record(
                Configuration(kind: .value(Quantity(unit: unit))), parentage: .topLevel,
                created: start, through: start.advanced(by: last))
        }

        #expect(picture(history) == "aaabbbb...")
    }
}
