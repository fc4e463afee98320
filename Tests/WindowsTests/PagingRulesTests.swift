import CivilTime
import Testing
import Windows

struct PagingRulesTests {
    @Test(arguments: [
        ("2026-01-05", true, false), ("2026-01-06", false, false), ("2026-01-22", false, false),
        ("2026-01-23", false, true), ("2025-12-20", true, false), ("2026-02-20", false, true),
    ])
    func `older pages depend on the left edge and newer pages on the right edge`(
        leftEdge: String, older: Bool, newer: Bool
    ) {
        let window = DayWindow(earliest: day("2025-12-31"), latest: day("2026-02-10"))
        let rules = PagingRules()

        #expect(rules.isNear(.older, leftEdge: day(leftEdge), in: window) == older)
        #expect(rules.isNear(.newer, leftEdge: day(leftEdge), in: window) == newer)
    }

    @Test func `a boundary requests again only after a change, per direction`() {
        var memory = BoundaryMemory<String>()

        let fires = ["a", "a", "b", "b", "a"].map { memory.shouldRequest(.older, at: $0) }
        let otherSide = memory.shouldRequest(.newer, at: "a")

        #expect(fires == [true, false, true, false, true])
        #expect(otherSide)
    }

    @Test func `a query includes its last day and begins a day earlier for sleep`() {
        let query = DayWindow(earliest: day("2025-12-16"), latest: day("2025-12-29")).query

        #expect(query.startInclusive.description == "2025-12-16T00:00")
        #expect(query.endExclusive.description == "2025-12-30T00:00")
        #expect(query.sleepStartInclusive.description == "2025-12-15T00:00")
    }

    /// A debouncer of 300 ms: calls as (ms, name), nil to cancel, and the executed calls.
    @Test(
        arguments: [
            ([(0, "a")], ["a@300"]), ([(0, "a"), (0, "b"), (0, "c")], ["c@300"]),
            ([(0, "a"), (200, "b")], ["b@500"]), ([(0, "a"), (300, "b")], ["a@300", "b@600"]),
            ([(0, "a"), (299, nil)], []), ([(0, "a"), (300, nil)], ["a@300"]),
            ([(0, "a"), (100, nil), (150, "b")], ["b@450"]), ([], []),
        ] as [([(Int64, String?)], [String])])
    func `the last of quick calls runs after the delay`(
        calls: [(Int64, String?)], runs: [String]
    ) {
        var debouncer = Debouncer<String>(delayMilliseconds: 300)

        var ran = calls.compactMap { time, name in
            name.map { debouncer.call($0, atMilliseconds: time) }
                ?? debouncer.cancel(atMilliseconds: time)
        }
        if let last = debouncer.due(atMilliseconds: .max) { ran.append(last) }

        #expect(ran.map { "\($0.call)@\($0.atMilliseconds)" } == runs)
    }

    @Test func `a gap in a chart is not zero`() {
        #expect(ChartPoints([50, nil]).points == [50, nil])
        #expect(ChartPoints([50, nil]).average == 50)
        #expect(ChartPoints([nil, nil]).average == nil)
        #expect(!ChartPoints([nil, nil]).hasData)
    }
}
