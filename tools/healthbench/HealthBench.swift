import Glibc
import RPC

/// Measures the stages of an import and an answer separately:
///
///     dayline-healthbench scan FILE [plain]           reads an export and discards its items
///     dayline-healthbench unpack ZIP                  unpacks the largest file of an archive
///     dayline-healthbench fold FOLDER sorted|shuffled [PART PARTS]
///                                                     day totals and five intervals of columns
///     dayline-healthbench trend DAYS                  a trend of a metric, and its message
///     dayline-healthbench ask HOME METRIC trends|buckets|window CALLS
///                                                     the same over the bus of a running system;
///                                                     buckets are trends without plotted days
///     dayline-healthbench log HOME METRIC DAY CHANGES changes a sample until a trend shows it
///     dayline-healthbench drain HOME METRIC ZONE      reads all chunks from storage, and folds them
///
/// `scan` without remembered heads is `plain`. `fold` reads `series.i32`, `start.i64` (milliseconds
/// since 1970) and `value.f64`, as tools/bench/folds.py writes them. Each prints a line of numbers.
@main
struct HealthBench {
    @concurrent
    static func main() async {
        do {
            print(try await line(Array(CommandLine.arguments.dropFirst())))
        } catch {
            let line = Array("dayline-healthbench: \(Status(describing: error).message)\n".utf8)
            write(STDERR_FILENO, line, line.count)
            exit(1)
        }
    }

    private static func line(_ arguments: [String]) async throws -> String {
        switch (arguments.first, arguments.count) {
        case ("scan", 2): return try ScanBench.scan(arguments[1], remembersHeads: true)
        case ("scan", 3) where arguments[2] == "plain":
            return try ScanBench.scan(arguments[1], remembersHeads: false)
        case ("unpack", 2): return try ScanBench.unpack(arguments[1])
        case ("fold", 3):
            return try FoldBench(folder: arguments[1]).run(arguments[2], part: 0, of: 1)
        case ("fold", 5):
            guard let part = Int(arguments[3]), let parts = Int(arguments[4]) else { break }
            return try FoldBench(folder: arguments[1]).run(arguments[2], part: part, of: parts)
        case ("trend", 2):
            guard let days = Int(arguments[1]) else { break }
            return try AnswerBench.trend(days: days)
        case ("ask", 5):
            guard let calls = Int(arguments[4]) else { break }
            return try await AnswerBench.ask(
                home: arguments[1], metric: arguments[2], method: arguments[3], calls: calls)
        case ("log", 5):
            guard let changes = Int(arguments[4]) else { break }
            return try await AnswerBench.log(
                home: arguments[1], metric: arguments[2], day: arguments[3], changes: changes)
        case ("drain", 4):
            return try await DrainBench.run(
                home: arguments[1], metric: arguments[2], zone: arguments[3])
        default: break
        }
        throw Status(.invalidArgument, "The arguments are invalid. The source lists the commands.")
    }
}

/// Seconds of wall-clock time and of this process's processor time.
enum Stopwatch {
    static var wall: Double { read(CLOCK_MONOTONIC) }
    static var processor: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The median seconds of `rounds` runs of `body`, after one that does not count.
    static func median(rounds: Int, _ body: () throws -> Void) rethrows -> Double {
        try body()
        var seconds: [Double] = []
        for _ in 0..<rounds {
            let start = wall
            try body()
            seconds.append(wall - start)
        }
        return seconds.sorted()[rounds / 2]
    }
}
