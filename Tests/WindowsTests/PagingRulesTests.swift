import Testing
import Windows

struct PagingRulesTests {
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
