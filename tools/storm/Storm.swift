import FoundationEssentials
import Glibc
import RPC
import Supervision

/// Kills and stops processes of a temporary system, and reports the effects on callers:
///
///     dayline-storm rounds COUNT [SEED]
///     dayline-storm crashes COUNT
///
/// `rounds` kills and stops processes, including the broker, while four clients write; the status is 1 if
/// an acknowledged write is lost or duplicated. `crashes` kills storage and the broker repeatedly and
/// measures the effect on callers.
@main
struct Storm {
    @concurrent
    static func main() async {
        do {
            let hasPassed = try await run(Array(CommandLine.arguments.dropFirst()))
            exit(hasPassed ? 0 : 1)
        } catch {
            log("dayline-storm: \(Status(describing: error))")
            exit(2)
        }
    }

    private enum Mode: String { case rounds, crashes }

    private static func run(_ arguments: [String]) async throws -> Bool {
        guard let word = arguments.first, arguments.count >= 2, let count = Int(arguments[1]),
            count > 0
        else {
            throw Status(
                .invalidArgument, "The command or the count is missing.",
                hint: "dayline-storm rounds 20")
        }
        guard let mode = Mode(rawValue: word) else {
            throw Status(.invalidArgument, "\"\(word)\" is not a command: use rounds or crashes.")
        }
        guard let seed = arguments.count > 2 ? UInt64(arguments[2]) : 1 else {
            throw Status(.invalidArgument, "The seed \"\(arguments[2])\" is not a number.")
        }
        let system = try StormSystem()
        try await system.start()
        do {
            switch mode {
            case .rounds:
                let outcome = try await WriteStorm(system: system, seed: seed).run(rounds: count)
                await system.stop()
                print(try text(outcome))
                return outcome.lost.isEmpty && outcome.duplicated.isEmpty
            case .crashes:
                let figures = try await CrashTimes(system: system).measure(crashes: count)
                await system.stop()
                print(try text(figures))
                return true
            }
        } catch {
            await system.stop()
            throw error
        }
    }

    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func log(_ text: String) {
        let line = Array("\(text)\n".utf8)
        write(STDERR_FILENO, line, line.count)
    }
}
