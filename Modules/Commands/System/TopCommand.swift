import ArgumentParser
import Contracts
import Glibc
import Presentation
import RPC

struct TopCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "top", abstract: "Show load, rates and latencies of each process, live.",
        discussion: .examples(
            after: """
                At a terminal the table is refreshed until q is pressed. Otherwise one table is \
                printed, or as many as --count says.
                """, "top", "top --interval 5", "top --count 3 --json"))

    @Option(
        help: ArgumentHelp("Measure for SECONDS between tables, 0.1 to 60.", valueName: "seconds"))
    var interval: Double = 2

    @Option(help: "Print COUNT tables and end (default: 1 without a terminal).")
    var count: Int?

    @OptionGroup var globals: GlobalOptions

    private static let intervals = 0.1...60.0
    private static let counts = 1...1_000_000

    private struct Table: Encodable {
        var processes: [ProcessRates]
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        guard Self.intervals.contains(interval) else {
            throw UsageError(
                "The interval \(interval) is not within 0.1 and 60 seconds.",
                hint: "For five seconds: dayline top --interval 5")
        }
        guard count.map(Self.counts.contains) ?? true else {
            throw UsageError(
                "\(count ?? 0) tables cannot be printed.", hint: "Use --count 1 or more.")
        }
        let client = try context.supervisor()
        let isAtTerminal =
            isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
            && context.environment["TERM"] != "dumb"
        if count == nil, isAtTerminal, !context.output.isJSON {
            try await showLive(client, context)
        } else {
            try await printTables(client, context)
        }
        return .done
    }

    private func printTables(_ client: Client, _ context: CommandContext) async throws {
        var before = try await state(client, context)
        for number in 1...(count ?? 1) {
            try await Task.sleep(for: .seconds(interval))
            let now = try await state(client, context)
            let rates = Self.rates(before, now)
            if number > 1, !context.output.isJSON { context.output.printNotice("") }
            try context.output.result(Table(processes: rates)) { rates.table(context.output) }
            before = now
        }
    }

    private func showLive(_ client: Client, _ context: CommandContext) async throws {
        var before = try await state(client, context)
        // Before the screen is used, a failure is printed as that of every other command.
        var text = "Measuring …"
        var screen = try FullScreen(context.output, environment: context.environment)
        while true {
            try screen.draw(Self.frame(text, rows: screen.size.rows))
            switch try screen.event(timeout: Int32(interval * 1000)) {
            case .keys(let keys):
                if keys.contains(where: Self.isEnd) { return }
            case .closed: return
            case .resized: break
            case .idle:
                do {
                    let now = try await state(client, context)
                    text = Self.rates(before, now).table(PlainText())
                    before = now
                } catch {
                    text = Status(describing: error).description
                }
            }
        }
    }

    private typealias Sample = (status: Control.StatusResponse, at: ContinuousClock.Instant)

    private func state(_ client: Client, _ context: CommandContext) async throws -> Sample {
        (try await client.call(Control.status, Empty(), context.options()), .now)
    }

    private static func rates(_ before: Sample, _ now: Sample) -> [ProcessRates] {
        SystemRates(before.status, now.status, elapsed: before.at.duration(to: now.at)).processes
    }

    private static func frame(_ text: String, rows: Int) -> ScreenFrame {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
            ScreenLine(text: String($1), style: $0 == 0 ? .strong : .plain)
        }
        lines = Array(lines.prefix(max(1, rows - 1)))
        lines.append(ScreenLine(text: "q quits", style: .faint))
        return ScreenFrame(
            lines: lines, cursor: ScreenFrame.Place(row: lines.count - 1, column: 0))
    }

    private static func isEnd(_ key: TerminalKey) -> Bool {
        [.character("q"), .escape, .control("c")].contains(key)
    }
}
