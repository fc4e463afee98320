import CivilTime
import Testing
import Tracker

@Suite struct RunTests {
    private let first = CivilDate(days: 20_454)

    private func day(_ number: Int) -> CivilDate { first.advanced(by: number) }

    private func snapshot(_ from: Int, _ to: Int, _ schedule: Schedule) -> ConfigurationSnapshot {
        ConfigurationSnapshot(
            first: day(from), last: day(to), configuration: Configuration(schedule: schedule),
            parentage: .topLevel)
    }

    /// Snapshots, ended pauses, and the last day before an open pause.
    private static let cases:
        [(snapshots: [[Int]], pauses: [ClosedRange<Int>], pausedSince: Int?)] =
            [
                ([], [], nil), ([[0, 4], [5, 9]], [], nil), ([[0, 4]], [2...6], nil),
                ([[0, 9]], [3...4, 7...8], 12), ([[2, 3], [8, 9]], [0...1, 9...10], nil),
                ([[0, 4], [5, 9]], [], 3), ([], [0...5], 8), ([[0, 2]], [1...20], nil),
            ]

    @Test(arguments: cases.indices)
    func `runs contain each day once with its configuration and no day of a pause`(index: Int) {
        let testCase = Self.cases[index]
        let schedules: [Schedule] = [.weekly([1]), .monthly([3])]
        var activity = Activity(
            id: "a", name: "a", created: first,
            history: ConfigurationHistory(
                testCase.snapshots.enumerated().map {
                    snapshot($1[0], $1[1], schedules[$0 % schedules.count])
                }))
        activity.pastPauses = testCase.pauses.map {
            PastPause(over: day($0.lowerBound)...day($0.upperBound))
        }
        activity.pause = testCase.pausedSince.map { Pause(since: day($0)) }

        let runs = activity.runs

        for number in -3...40 {
            let day = day(number)
            let holding = runs.filter { $0.first <= day && day <= $0.last ?? day }
            #expect(holding.count == (activity.isAvailable(on: day) ? 1 : 0), "day \(number)")
            if let run = holding.first {
                #expect(run.configuration == activity.configuration(on: day), "day \(number)")
            }
        }
        #expect(runs.map(\.first) == runs.map(\.first).sorted())
    }
}
