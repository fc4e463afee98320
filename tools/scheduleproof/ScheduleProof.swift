import Glibc
import ScheduleProof

/// Compares the rules of a day with the plain model of them:
///
///     dayline-scheduleproof worlds [KIND]
///     dayline-scheduleproof histories FIRST COUNT DAYS
///     dayline-scheduleproof recurrences DAYS
///
/// The first asks about every small world, or about those of one kind, 0, 1 or 2. The second asks
/// about COUNT random histories of DAYS days, made from the seeds from FIRST on: everything about
/// four days of each, and the streaks as of one more. Both end with status 1 when an answer differs.
/// The third reads recurrence rules, see `Recurrences`.
@main
struct ScheduleProofTool {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        var tally = Tally()
        if arguments.first == "worlds", arguments.count == 1 + numbers.count, numbers.count <= 1,
            numbers.allSatisfy(SmallWorlds.all.indices.contains)
        {
            for kind in numbers.first.map({ $0...$0 }) ?? 0...SmallWorlds.all.count - 1 {
                tally.compare(SmallWorlds.all[kind])
            }
        } else if arguments.first == "histories", arguments.count == 4, numbers.count == 3,
            numbers.allSatisfy({ $0 >= 0 }), numbers[2] > 0
        {
            tally.compareHistories(from: numbers[0], count: numbers[1], days: numbers[2])
        } else if arguments.first == "recurrences", arguments.count == 2, numbers.count == 1 {
            Recurrences.answer(days: numbers[0])
        } else {
            let usage =
                "usage: dayline-scheduleproof worlds [KIND] | histories FIRST COUNT DAYS | "
                + "recurrences DAYS\n"
            write(STDERR_FILENO, usage, usage.utf8.count)
            exit(2)
        }
        exit(tally.differences == 0 ? 0 : 1)
    }
}

private struct Tally {
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

    private mutating func add(_ agreement: ModelComparison, from place: String) {
        answers += agreement.comparisons
        differences += agreement.differences.count
        for difference in agreement.differences where differences < 20 {
            print("\(place): \(difference)")
        }
    }
}
