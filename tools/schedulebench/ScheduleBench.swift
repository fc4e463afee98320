import CivilTime
import Glibc
import RPC
import Tracker
import TrackerRules

/// Measures the tracker rules on a profile with many activities and years of entries, in this process, or
/// in a running system to which the profile is added:
///
///     dayline-schedulebench alone ACTIVITIES YEARS
///     dayline-schedulebench system ACTIVITIES YEARS HOME [PROFILE]
///
/// Prints a line per operation: name, median and maximum time in microseconds.
@main
struct ScheduleBench {
    @concurrent
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            let line = Array("dayline-schedulebench: \(Status(describing: error).message)\n".utf8)
            write(STDERR_FILENO, line, line.count)
            exit(1)
        }
    }

    private static let usage = Status(
        .invalidArgument,
        "The arguments are invalid. Usage: dayline-schedulebench alone ACTIVITIES YEARS | "
            + "system ACTIVITIES YEARS HOME [PROFILE]")

    private static func run(_ arguments: [String]) async throws {
        guard arguments.count >= 3, let count = Int(arguments[1]), let years = Int(arguments[2]),
            count > 0, years > 0
        else { throw usage }
        let records = BenchRecords(activities: count, years: years)
        print("rows \(records.entries.count)")
        switch (arguments[0], arguments.count) {
        case ("alone", 3):
            measure(records)
        case ("system", 4...5):
            let profile = arguments.count == 5 ? arguments[4] : nil
            try await measure(records, in: SystemBench(home: arguments[3], profile: profile))
        default:
            throw usage
        }
    }

    private static func measure(_ records: BenchRecords, in system: SystemBench) async throws {
        try await time("fill", rounds: 1) { try await system.fill(with: records) }
        try await time("first_today", rounds: 1) { try await system.today(records) }
        try await time("today", rounds: 101) { try await system.today(records) }
        try await time("log", rounds: 201) { try await system.log(records) }
    }

    private static func measure(_ records: BenchRecords) {
        let before = residentBytes()
        var history = ActivityHistory(activities: records.activities, entries: records.entries)
        print("history_bytes \(residentBytes() - before)")
        let today = records.last
        time("load", rounds: 3) { _ in
            ActivityHistory(activities: records.activities, entries: records.entries)
        }
        time("today", rounds: 101) { _ in
            (
                history.agenda(on: today),
                records.activities.map { history.streaks(of: $0, asOf: today) }
            )
        }
        time("board", rounds: 51) { _ in
            (history.streakBoard(asOf: today), rates(history, on: today))
        }
        time("heatmap", rounds: 21) { _ in history.heatMap(asOf: today) }
        time("log", rounds: 1001) { round in
            let activity = records.activities[round % 9]
            history.replace(nil, with: records.entry(of: activity, on: today, 10 + round))
        }
        time("log_child", rounds: 1001) { round in
            let day = today.advanced(by: -round)
            history.replace(
                nil, with: records.entry(of: records.activities[2], on: day, 2000 + round))
        }
        time("edit", rounds: 51) { round in
            var edited = records.activities[round % records.activities.count]
            edited.configuration.schedule = .weekly([1, 2])
            history.update([edited])
        }
        time("vacation", rounds: 51) { round in
            history.setVacation(true, on: today.advanced(by: -round))
        }
    }

    private static func rates(_ history: ActivityHistory, on day: CivilDate) -> [CompletionRate] {
        history.analysed(on: day).flatMap { activity in
            Scorecard.windowsInDays.map {
                history.completionRate(of: activity, days: $0, endingOn: day)
            }
        }
    }

    private static func time<Answer>(_ name: String, rounds: Int, _ work: (Int) -> Answer) {
        let clock = ContinuousClock()
        report(
            name,
            (0..<rounds).map { round in
                clock.measure { withExtendedLifetime(work(round)) {} }
            })
    }

    private static func time(
        _ name: String, rounds: Int, _ work: () async throws -> Void
    ) async throws {
        var times: [Duration] = []
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            try await work()
            times.append(start.duration(to: .now))
        }
        report(name, times)
    }

    private static func report(_ name: String, _ times: [Duration]) {
        let sorted = times.sorted()
        print(
            "\(name) \(sorted[times.count / 2].microseconds) \(sorted[times.count - 1].microseconds)"
        )
    }

    /// The resident memory of this process in bytes.
    private static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        fgets(&line, Int32(line.count), file)
        let text = String(
            decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(getpagesize())
    }
}

extension Duration {
    fileprivate var microseconds: Double {
        let parts = components
        return Double(parts.seconds) * 1e6 + Double(parts.attoseconds / 1_000_000_000) / 1000
    }
}
