import ArgumentParser
import CLinux
import Contracts
import Glibc
import RPC

struct DownCommand: SupervisorCommand {
    static let configuration = CommandConfiguration(
        name: "down",
        abstract: "Stop the system after open calls; nothing acknowledged is lost.",
        discussion: .examples("down", "down --quiet"))
    static let method = Control.stop

    @OptionGroup var globals: GlobalOptions

    var request: Control.WorkerRequest { Control.WorkerRequest() }

    func callOptions(_ context: CommandContext) -> CallOptions { context.optionsWithoutDeadline() }

    func text(_ status: Control.StatusResponse, _ output: Output) -> String { "Dayline is down." }

    /// The limit of the wait for the end of the supervisor, in milliseconds.
    private static let endLimit: Int32 = 2_000

    /// Waits for the end of the supervisor, whose working folder is the home, so that the next command can unmount
    /// the home.
    func finish(
        _ status: Control.StatusResponse, _ client: Client, _ context: CommandContext
    ) async {
        let descriptor = dayline_pidfd_open(status.supervisor.pid)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, Self.endLimit)
    }
}

struct RestartCommand: SupervisorCommand {
    static let configuration = CommandConfiguration(
        name: "restart", abstract: "Restart a worker, or all workers.",
        discussion: .examples("restart", "restart aggregation"))
    static let method = Control.restart

    @Argument(
        help: "Name of a worker, such as storage or aggregation-2 (default: all).",
        completion: .custom(NameCompletion.workers))
    var worker: String?

    @OptionGroup var globals: GlobalOptions

    var request: Control.WorkerRequest { Control.WorkerRequest(worker: worker) }

    func callOptions(_ context: CommandContext) -> CallOptions {
        context.options(timeout: .seconds(60))
    }
}

struct ScaleCommand: SupervisorCommand {
    static let configuration = CommandConfiguration(
        name: "scale", abstract: "Set the number of processes of a worker.",
        discussion: .examples("scale aggregation 4", "scale aggregation 1"))
    static let method = Control.scale

    @Argument(
        help: "Name of the worker: aggregation, or storage on PostgreSQL.",
        completion: .list(["aggregation", "storage"]))
    var worker: String

    @Argument(help: "Number of processes.")
    var count: Int

    @OptionGroup var globals: GlobalOptions

    var request: Control.ScaleRequest { Control.ScaleRequest(worker: worker, count: count) }

    func callOptions(_ context: CommandContext) -> CallOptions {
        context.options(timeout: .seconds(60))
    }
}

struct LogsCommand: SupervisorCommand {
    static let configuration = CommandConfiguration(
        name: "logs", abstract: "Show the last lines of one log, or of all logs.",
        discussion: .examples("logs", "logs storage --lines 50"))
    static let method = Control.logs

    @Argument(
        help: "Name of a worker, or daylined for the supervisor (default: all).",
        completion: .custom(NameCompletion.workers))
    var worker: String?

    @Option(help: "Print the last LINES lines.")
    var lines: Int = 100

    @OptionGroup var globals: GlobalOptions

    var request: Control.LogsRequest { Control.LogsRequest(worker: worker, lines: lines) }

    func text(_ logs: Control.LogsResponse, _ output: Output) -> String {
        logs.lines.joined(separator: "\n")
    }
}
