import CivilTime
import Glibc
import Scheduling
import Tracking

/// Times the rules of a day on a person with many activities and years of entries:
///
///     dayline-schedulebench [ACTIVITIES [YEARS]]
///
/// Prints a line for each question: its name, the median and the worst time in microseconds.
@main
struct ScheduleBench {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
        guard numbers.count <= 2, numbers.allSatisfy({ $0 > 0 }) else {
            let line = Array("usage: dayline-schedulebench [ACTIVITIES [YEARS]]\n".utf8)
            write(STDERR_FILENO, line, line.count)
            exit(2)
        }
        let world = BenchWorld(
            activities: numbers.first ?? 200, years: numbers.dropFirst().first ?? 10)
        print("rows \(world.entries.count)")
        measure(world)
    }

    private static func measure(_ world: BenchWorld) {
        let before = residentBytes()
        var diary = Diary(activities: world.activities, entries: world.entries)
        print("diary_bytes \(residentBytes() - before)")
        let today = world.last
        time("load", rounds: 3) { _ in
            Diary(activities: world.activities, entries: world.entries)
        }
        time("today", rounds: 101) { _ in
            (diary.agenda(on: today), world.activities.map { diary.streaks(of: $0, asOf: today) })
        }
        time("board", rounds: 51) { _ in
            (diary.streakBoard(asOf: today), rates(diary, on: today))
        }
        time("heatmap", rounds: 21) { _ in diary.heatMap(asOf: today) }
        time("log", rounds: 1001) { round in
            let activity = world.activities[round % 9]
            diary.replace(nil, with: world.entry(of: activity, on: today, 10 + round))
        }
        time("log_child", rounds: 1001) { round in
            let day = today.advanced(by: -round)
            diary.replace(nil, with: world.entry(of: world.activities[2], on: day, 2000 + round))
        }
        time("edit", rounds: 51) { round in
            var edited = world.activities[round % world.activities.count]
            edited.configuration.schedule = .weekly([1, 2])
            diary.update([edited])
        }
        time("vacation", rounds: 51) { round in
            diary.setVacation(true, on: today.advanced(by: -round))
        }
    }

    private static func rates(_ diary: Diary, on day: CivilDate) -> [CompletionRate] {
        diary.analysed(on: day).flatMap { activity in
            Scorecard.windowsInDays.map {
                diary.completionRate(of: activity, days: $0, endingOn: day)
            }
        }
    }

    private static func time<Answer>(_ name: String, rounds: Int, _ work: (Int) -> Answer) {
        let clock = ContinuousClock()
        let times = (0..<rounds).map { round in
            clock.measure { withExtendedLifetime(work(round)) {} }
        }.sorted()
        print("\(name) \(times[rounds / 2].microseconds) \(times[rounds - 1].microseconds)")
    }

    /// The memory of this process that is in use.
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
