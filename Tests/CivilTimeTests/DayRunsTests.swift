import CivilTime
import Testing

@Suite struct DayRunsTests {
    private let day = CivilDate(days: 20_458)

    @Test(arguments: [
        ([], []), ([0], ["2026-01-05"]), ([2, 0, 1, 1], ["2026-01-05..2026-01-07"]),
        ([0, 2, 3], ["2026-01-05", "2026-01-07..2026-01-08"]),
    ])
    func `consecutive days are one run`(offsets: [Int], texts: [String]) {
        #expect(offsets.map { day.advanced(by: $0) }.runs.map(\.dayText) == texts)
    }
}
