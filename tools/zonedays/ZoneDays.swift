import CivilTime
import Glibc
import HostFiles

/// `dayline-zonedays FROM TO [ZONE…]`: prints the days of time zones for tools/zone-check.py.
///
/// The default is all zones of the system. Prints `week DAY MONDAY SUNDAY SATURDAY` for each day, with
/// the first day of its week for each week start. Then for each zone `zone NAME`; `days DAY START
/// SECONDS COUNT` for consecutive days of equal length, the first of which starts at START (seconds
/// since 1970); and `at INSTANT DATE` one second before and at each change of the offset.
@main
struct ZoneDays {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let range = arguments.prefix(2).compactMap { CivilDate($0) }
        guard range.count == 2, range[0] <= range[1] else {
            reportError("usage: dayline-zonedays FROM TO [ZONE…]")
            exit(2)
        }
        let files = TimeZoneFiles()
        let chosen = Array(arguments.dropFirst(2))
        var text = weeks(range[0]...range[1])
        for name in chosen.isEmpty ? files.names() : chosen {
            do {
                let zone = try Zone(name: name, tzif: files.bytes(of: name))
                text += "zone \(name)\n" + days(range[0]...range[1], of: zone)
                text += changes(range[0]...range[1], of: zone)
            } catch {
                reportError("\(name): \(error)")
                exit(1)
            }
            print(text, terminator: "")
            text = ""
        }
    }

    private static func weeks(_ days: ClosedRange<CivilDate>) -> String {
        days.map { day in
            let starts = [WeekStart.monday, .sunday, .saturday].map {
                Interval.week.bucket(containing: day, weekStart: $0).start.description
            }
            return "week \(day) \(starts.joined(separator: " "))\n"
        }.joined()
    }

    private static func days(_ days: ClosedRange<CivilDate>, of zone: Zone) -> String {
        var text = ""
        var run: (day: CivilDate, start: Int64, seconds: Int64, count: Int64)?
        func close() {
            guard let run else { return }
            text += "days \(run.day) \(run.start) \(run.seconds) \(run.count)\n"
        }
        for day in days {
            let start = zone.startOfDay(day) / 1000
            let seconds = zone.length(of: day) / 1000
            if let last = run, last.seconds == seconds, last.start + last.count * seconds == start {
                run?.count += 1
            } else {
                close()
                run = (day, start, seconds, 1)
            }
        }
        close()
        return text
    }

    private static func changes(_ days: ClosedRange<CivilDate>, of zone: Zone) -> String {
        var text = ""
        var instant = zone.startOfDay(days.lowerBound) / 1000
        let end = zone.startOfDay(days.upperBound) / 1000
        while true {
            let change = zone.segment(atSeconds: instant).end
            guard change < end else { return text }
            for second in [change - 1, change] {
                text += "at \(second) \(zone.civilDate(at: second * 1000))\n"
            }
            instant = change
        }
    }

    /// Writes to the descriptor of standard error, because the C stream is shared mutable state.
    private static func reportError(_ message: String) {
        let bytes = Array((message + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
