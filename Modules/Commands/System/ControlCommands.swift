import ArgumentParser
import Contracts
import RPC

struct DownCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "down",
        abstract: "Stop everything; what has begun is finished, nothing acknowledged is lost.")

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let status = try await session.supervisor().call(
            Control.stop, Control.WorkerRequest(), session.optionsWithoutDeadline())
        try session.output.result(status) { "Dayline is down." }
        return .done
    }
}

struct RestartCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart", abstract: "Restart one worker, or all of them.")

    @Argument(
        help: "A worker, such as storage or aggregation-2.",
        completion: .custom(NameCompletion.workers))
    var worker: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let status = try await session.supervisor().call(
            Control.restart, Control.WorkerRequest(worker: worker),
            session.options(timeout: .seconds(60)))
        try session.output.result(status) { StatusText.table(status, session.output) }
        return .done
    }
}

struct ScaleCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale", abstract: "Change how many processes of a worker run.")

    @Argument(help: "The worker: aggregation.", completion: .list(["aggregation"]))
    var worker: String

    @Argument(help: "How many.")
    var count: Int

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let status = try await session.supervisor().call(
            Control.scale, Control.ScaleRequest(worker: worker, count: count),
            session.options(timeout: .seconds(60)))
        try session.output.result(status) { StatusText.table(status, session.output) }
        return .done
    }
}

struct LogsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Show the last lines of a worker's log, or of all.")

    @Argument(
        help: "A worker, such as storage; daylined for the supervisor (default: all).",
        completion: .custom(NameCompletion.workers))
    var worker: String?

    @Option(help: "How many lines.")
    var lines: Int = 100

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let logs = try await session.supervisor().call(
            Control.logs, Control.LogsRequest(worker: worker, lines: lines), session.options())
        try session.output.result(logs) { logs.lines.joined(separator: "\n") }
        return .done
    }
}
