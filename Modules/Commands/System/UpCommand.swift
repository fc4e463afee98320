import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC
import Supervision

struct UpCommand: BusCommand {
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

    func run(_ session: CommandContext) async throws -> ExitStatus {
        if let pid = try await runningSupervisor(session) {
            return try await reuseRunning(session, pid: pid)
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
            let session = try session.relocated()
            _ = try await session.supervisor(timeout: Self.startLimit).call(
                Control.status, Empty(), session.options(timeout: Self.startLimit))
            return try await reuseRunning(session, pid: pid)
        case .progress, .failed: throw Status(.internal, "The supervisor said nothing final.")
        }
    }

    /// From having the home to being there for questions.
    private static let startLimit = Duration.seconds(10)

    /// What runs already goes on, with as many workers as were asked for.
    private func reuseRunning(_ session: CommandContext, pid: Int32) async throws -> ExitStatus {
        if let aggregation {
            _ = try await session.supervisor().call(
                Control.scale, Control.ScaleRequest(worker: "aggregation", count: aggregation),
                session.options())
        }
        return try await report(session, pid: pid, isNew: false)
    }

    private func runningSupervisor(_ session: CommandContext) async throws -> Int32? {
        do {
            return try await session.supervisor().call(
                Control.status, Empty(), session.options(timeout: .seconds(5))
            ).supervisor.pid
        } catch let status as Status where status.code == .unavailable {
            return nil
        }
    }

    private func report(
        _ session: CommandContext, pid: Int32, isNew: Bool
    ) async throws -> ExitStatus {
        // A read-only home has its sockets elsewhere.
        let session = try session.relocated()
        let status = try await session.supervisor().call(
            Control.status, Empty(), session.options())
        let late = status.workers.filter { $0.state != .ready }.map {
            UnavailableWorker(name: $0.name, state: $0.state, reason: $0.reason)
        }
        let report = UpReport(
            ready: late.isEmpty, pid: pid, workers: status.workers,
            alreadyRunning: isNew ? nil : true, notReady: late.isEmpty ? nil : late,
            readOnly: status.supervisor.readOnly)
        try session.output.result(report) {
            let first =
                isNew
                ? "ready: \(status.workers.count - late.count) processes, supervised by \(pid)."
                : "Dayline is running already, supervised by \(pid)."
            return
                ([first] + late.map(\.text)
                + [
                    status.supervisor.readOnly.map { reason in
                        "Read-only: \(reason) Nothing can be changed until that is mended."
                    }
                ].compactMap { $0 }).joined(separator: "\n")
        }
        if isNew { await printZoneNotice(session) }
        // A log that lost acknowledged changes is no fault of the start, and must not pass unseen.
        guard let state = await StorageStateReader.state(session), !state.missingChanges.isEmpty
        else {
            return .done
        }
        for sentence in state.sentences { session.output.printNotice(sentence) }
        return .doneWithDamage
    }

    /// Says which zone the days of a home are in while it holds nothing. The system is ready without it.
    private func printZoneNotice(_ session: CommandContext) async {
        let listing = try? await session.bus().call(Profiles.list, Empty(), session.options())
        guard let profile = listing?.profiles.first, listing?.profiles.count == 1,
            profile.samples == 0, profile.activities == 0
        else { return }
        session.output.printNotice(
            "Your days are those of the time zone \(profile.zone). "
                + "Change it with: dayline profile zone Europe/Berlin")
    }

    /// Becomes the supervisor, so that the terminal's signals reach it.
    private func stayInForeground(_ session: CommandContext) throws -> ExitStatus {
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
    var notReady: [UnavailableWorker]?
    var readOnly: String?
}

/// A worker that does not serve although the system is up.
private struct UnavailableWorker: Encodable {
    var name: String
    var state: Control.State
    var reason: String?

    var text: String {
        "\(name) is not ready (\(state.rawValue))"
            + (reason.map { ": it \($0)" } ?? "") + ". See: dayline logs \(name)"
    }
}
