import ArgumentParser
import Contracts
import Presentation
import RPC

struct LogLevelCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "log-level", abstract: "Show or change how much running processes log.",
        discussion: .examples(
            after: """
                The level applies until a process ends; the next start has that of the variable \
                DAYLINE_LOG_LEVEL. At the level debug each call is a record. Records above debug have no \
                health data.
                """, "log-level", "log-level debug", "log-level debug storage",
            "log-level info daylined"))

    @Argument(help: "Lowest level: trace, debug, info, notice, warning or error (default: show).")
    var level: LogThreshold.Level?

    @Argument(
        help: "Name of a worker, or daylined for the supervisor (default: all).",
        completion: .custom(NameCompletion.workers))
    var worker: String?

    @OptionGroup var globals: GlobalOptions

    private static let supervisor = "daylined"

    private struct Listing: Encodable {
        var processes: [Item]
    }

    private struct Item: Encodable {
        var process: String
        var level: LogThreshold.Level
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let request = BusLogging.LevelRequest(level: level)
        var items: [Item] = []
        if worker == nil || worker == Self.supervisor {
            let answer = try await context.supervisor().call(
                BusLogging.level, request, context.options())
            items.append(Item(process: Self.supervisor, level: answer.level))
        }
        for process in try await ProcessDirectory(context).processes(named: worker) {
            var options = context.options()
            options.target = process.target
            let answer = try await context.bus().call(BusLogging.level, request, options)
            items.append(Item(process: process.name, level: answer.level))
        }
        try context.output.result(Listing(processes: items)) {
            TextTable(of: items, .left("process", \.process), .left("level", \.level.rawValue))
                .text(context.output)
        }
        return .done
    }
}

extension LogThreshold.Level: ExpressibleByArgument {}
