import CivilTime
import Tracker

/// Reads lines of a first day and a rule of RFC 5545, such as `2026-06-03 FREQ=DAILY`, and prints for each
/// a 1 or 0 for every day since the first, or `refused`.
enum Recurrences {
    static func answer(days: Int) {
        while let line = readLine() {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let start = CivilDate(parts[0]),
                let schedule = try? Schedule(recurrenceRule: String(parts[1]), start: start)
            else {
                print("refused")
                continue
            }
            print(
                String(
                    (0..<days).map {
                        schedule.recurs(on: start.advanced(by: $0), since: start) ? "1" : "0"
                    }))
        }
    }
}
