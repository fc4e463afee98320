import ArgumentParser
import Contracts
import RPC

struct DownCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "down",
        abstract: "Stop the system after open calls; nothing acknowledged is lost.")

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let status = try await context.supervisor().call(
            Control.stop, Control.WorkerRequest(), context.optionsWithoutDeadline())
        try context.output.result(status) { "Dayline is down." }
        return .done
    }
}

struct RestartCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart", abstract: "Restart a worker, or all workers.")

    @Argument(
        help: "Name of a worker, such as storage or aggregation-2 (default: all).",
        completion: .custom(NameCompletion.workers))
    var worker: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let status = try await context.supervisor().call(
            Control.restart, Control.WorkerRequest(worker: worker),
            context.options(timeout: .seconds(60)))
        try context.output.result(status) { StatusText.table(status, context.output) }
        return .done
    }
}

struct ScaleCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale", abstract: "Set the number of processes of a worker.")

    @Argument(help: "Name of the worker: aggregation.", completion: .list(["aggregation"]))
    var worker: String

    @Argument(help: "Number of processes.")
    var count: Int

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let status = try await context.supervisor().call(
            Control.scale, Control.ScaleRequest(worker: worker, count: count),
            context.options(timeout: .seconds(60)))
        try context.output.result(status) { StatusText.table(status, context.output) }
        return .done
    }
}

struct LogsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Show the last lines of one log, or of all logs.")

    @Argument(
        help: "Name of a worker, or daylined for the supervisor (default: all).",
        completion: .custom(NameCompletion.workers))
    var worker: String?

    @Option(help: "Number of lines.")
    var lines: Int = 100

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let logs = try await context.supervisor().call(
            Control.logs, Control.LogsRequest(worker: worker, lines: lines), context.options())
        try context.output.result(logs) { logs.lines.joined(separator: "\n") }
        return .done
    }
}
