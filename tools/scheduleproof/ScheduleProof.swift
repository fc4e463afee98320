import Glibc
import ScheduleProof

/// Compares the tracker rules with the plain model:
///
///     dayline-scheduleproof worlds [KIND]
///     dayline-scheduleproof histories FIRST COUNT DAYS
///     dayline-scheduleproof recurrences DAYS
///
/// `worlds` compares all small worlds, or those of one kind, 0, 1 or 2. `histories` compares COUNT random
/// histories of DAYS days with seeds from FIRST: all results of four days each, and the streaks of one more
/// day. Both exit with status 1 if a result differs. `recurrences` evaluates recurrence rules, see
/// `Recurrences`.
@main
struct ScheduleProofTool {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        var results = Results()
        if arguments.first == "worlds", arguments.count == 1 + numbers.count, numbers.count <= 1,
            numbers.allSatisfy(SmallWorlds.all.indices.contains)
        {
            for kind in numbers.first.map({ $0...$0 }) ?? 0...SmallWorlds.all.count - 1 {
                results.compare(SmallWorlds.all[kind])
            }
        } else if arguments.first == "histories", arguments.count == 4, numbers.count == 3,
            numbers.allSatisfy({ $0 >= 0 }), numbers[2] > 0
        {
            results.compareHistories(from: numbers[0], count: numbers[1], days: numbers[2])
        } else if arguments.first == "recurrences", arguments.count == 2, numbers.count == 1 {
            Recurrences.answer(days: numbers[0])
        } else {
            let usage =
                "usage: dayline-scheduleproof worlds [KIND] | histories FIRST COUNT DAYS | "
                + "recurrences DAYS\n"
            write(STDERR_FILENO, usage, usage.utf8.count)
            exit(2)
        }
        exit(results.differences == 0 ? 0 : 1)
    }
}

private struct Results {
    var answers = 0
    var differences = 0

    mutating func compare(_ worlds: SmallWorlds) {
        answers = 0
        for number in 0..<worlds.count {
            add(
                ModelComparison(in: worlds[number], on: worlds.dates, streaksOn: worlds.dates),
                from: "world \(number)")
        }
        print(
            "\(worlds.name): \(worlds.count) worlds, \(answers) answers, "
                + "\(differences) differences")
    }

    mutating func compareHistories(from first: Int, count: Int, days: Int) {
        for seed in first..<first + count {
            var history = RandomHistory(seed: UInt64(seed), days: days)
            add(
                ModelComparison(
                    in: history.model, on: history.someDays(4), streaksOn: history.someDays(1)),
                from: "seed \(seed)")
        }
        print(
            "seeds \(first) to \(first + count - 1), \(days) days: \(answers) answers, "
                + "\(differences) differences")
    }

    private mutating func add(_ comparison: ModelComparison, from source: String) {
        answers += comparison.comparisons
        differences += comparison.differences.count
        for difference in comparison.differences where differences < 20 {
            print("\(source): \(difference)")
        }
    }
}
