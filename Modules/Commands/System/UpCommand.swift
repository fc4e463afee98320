import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC
import Supervision

struct UpCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "up", abstract: "Start everything: the supervisor, the broker, the workers.",
        discussion: "Without --detach it stays in the foreground until it is interrupted.")

    @Flag(help: "Go on in the background; return when every service answers.")
    var detach = false

    @Option(help: "How many aggregation workers run, now and from now on.")
    var aggregation: Int?

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard aggregation.map(Manifest.countRange.contains) ?? true else {
            throw ValidationError(
                "--aggregation takes a number from \(Manifest.countRange.lowerBound) to "
                    + "\(Manifest.countRange.upperBound).")
        }
    }

    func run(_ session: Session) async throws -> ExitStatus {
        if let pid = try await runningSupervisor(session) {
            return try await goOn(session, pid: pid)
        }
        guard detach else { return try stayInForeground(session) }
        let output = session.output
        let outcome = try Startup.detached(
            session.home, aggregation: aggregation, environment: session.environment
        ) { progress in
            if case .progress(let name, let state, let reason) = progress {
                output.progress("\(name): \(state)\(reason.map { ", \($0)" } ?? "")")
            }
        }
        output.endProgress()
        switch outcome {
        case .ready(let pid, _): return try await report(session, pid: pid, isNew: true)
        case .alreadyRunning(let pid):
            // It has the home, and may have begun a moment ago.
            _ = try await session.supervisor(patience: Self.startLimit).call(
                Control.status, Empty(), session.options(timeout: Self.startLimit))
            return try await goOn(session, pid: pid)
        case .progress, .failed: throw Status(.internal, "The supervisor said nothing final.")
        }
    }

    /// From having the home to being there for questions.
    private static let startLimit = Duration.seconds(10)

    /// What runs already goes on, with as many workers as were asked for.
    private func goOn(_ session: Session, pid: Int32) async throws -> ExitStatus {
        if let aggregation {
            _ = try await session.supervisor().call(
                Control.scale, Control.Scale(worker: "aggregation", count: aggregation),
                session.options())
        }
        return try await report(session, pid: pid, isNew: false)
    }

    private func runningSupervisor(_ session: Session) async throws -> Int32? {
        do {
            return try await session.supervisor().call(
                Control.status, Empty(), session.options(timeout: .seconds(5))
            ).supervisor.pid
        } catch let status as Status where status.code == .unavailable {
            return nil
        }
    }

    private func report(
        _ session: Session, pid: Int32, isNew: Bool
    ) async throws -> ExitStatus {
        let status = try await session.supervisor().call(
            Control.status, Empty(), session.options())
        let report = UpReport(
            ready: status.workers.allSatisfy { $0.state == .ready }, pid: pid,
            workers: status.workers, alreadyRunning: isNew ? nil : true)
        try session.output.result(report) {
            isNew
                ? "ready: \(status.workers.count) processes, supervised by \(pid)."
                : "Dayline is running already, supervised by \(pid)."
        }
        return .done
    }

    /// Becomes the supervisor, so that the terminal's signals reach it.
    private func stayInForeground(_ session: Session) throws -> ExitStatus {
        let program = "\(ProgramPath.folder)/daylined"
        let options = DaemonOptions(home: session.home.folder, aggregation: aggregation)
        var arguments = ([program] + options.arguments).map { strdup($0) } + [nil]
        execv(program, &arguments)
        throw Status(.failedPrecondition, "\(program) cannot be started.")
    }
}

private struct UpReport: Encodable {
    var ready: Bool
    var pid: Int32
    var workers: [Control.Worker]
    var alreadyRunning: Bool?
}
