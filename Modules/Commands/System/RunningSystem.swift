import Contracts
import HostFiles
import RPC
import Supervision

/// The running system of a home, which a command stops, and starts again after it has changed files.
struct RunningSystem {
    private let pid: Int32
    /// True if the systemd of the user has started the supervisor.
    private let isService: Bool

    /// The time limit from the start of a supervisor to its first answer.
    private static let answerLimit = Duration.seconds(5)
    private static let stopLimit = Duration.seconds(60)

    /// Nil if the system does not run.
    init?(_ context: CommandContext) throws {
        guard case .running(let pid) = HomeLock.holder(of: context.home) else { return nil }
        self.pid = pid
        isService = try UserService(context).hasStarted(pid)
    }

    func stop(_ context: CommandContext) async throws {
        context.output.progress("stopping the system")
        _ = try await context.supervisor(timeout: Self.answerLimit).call(
            Control.stop, Control.WorkerRequest(), context.optionsWithoutDeadline())
        // The supervisor releases its lock after its answer.
        let end = ContinuousClock.now + Self.stopLimit
        while HomeLock.holder(of: context.home) != nil {
            guard .now < end else {
                throw Status(
                    .deadlineExceeded,
                    "The supervisor \(pid) did not end within \(Self.stopLimit).",
                    hint: "Show the reason with: dayline logs daylined")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    func start(_ context: CommandContext) throws {
        context.output.progress("starting the system")
        if isService { return try UserService(context).start() }
        try Self.startDetached(context)
    }

    /// Starts the system, and shows the steps of its start.
    static func startDetached(_ context: CommandContext) throws {
        let output = context.output
        defer { output.endProgress() }
        _ = try Startup.detached(context.home, environment: context.environment) { report in
            if case .progress(let name, let state, let reason) = report {
                output.progress("\(name): \(state)\(reason.map { ", \($0)" } ?? "")")
            }
        }
    }
}
