import ArgumentParser
import Contracts
import Glibc
import HostFiles
import Presentation
import RPC
import Supervision

struct UpCommand: UndatedCommand {
    static let configuration = CommandConfiguration(
        name: "up", abstract: "Start the supervisor, the broker and the workers.",
        discussion: .examples(
            after: "Without --detach the command runs in the foreground until it is interrupted.",
            "up", "up --detach", "up --detach --aggregation 4", "up --detach --log-format json",
            "up --install", "up --detach --database postgresql://dayline@db.example.org/dayline"))

    @Flag(help: "Run in the background; return when every service answers.")
    var detach = false

    @Option(help: "Set the number of aggregation workers, also for later starts.")
    var aggregation: Int?

    @Option(
        help: ArgumentHelp(
            "Store the data in a database of PostgreSQL, or with sqlite in the home, also for later starts.",
            valueName: "address"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "Read the password of the database from the first line of FILE, which has mode 0600.",
            valueName: "file"),
        completion: .file())
    var databasePasswordFile: String?

    @Option(help: "Write logs as text or json (default: text).")
    var logFormat: LogFormat?

    @Flag(help: "Set up a service of your systemd that starts Dayline at login, and start it.")
    var install = false

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard aggregation.map(Manifest.countRange.contains) ?? true else {
            throw ValidationError(
                "--aggregation takes a number from \(Manifest.countRange.lowerBound) to "
                    + "\(Manifest.countRange.upperBound).")
        }
        guard try databasePasswordFile == nil || server != nil else {
            throw ValidationError(
                "--database-password-file needs --database ADDRESS, the address of the server.")
        }
        guard !install || database == nil else {
            throw ValidationError(
                "--install cannot be combined with --database. Choose the database first with: "
                    + "dayline up --detach --database ADDRESS")
        }
        guard !install || (!detach && aggregation == nil && logFormat == nil) else {
            throw ValidationError(
                "--install cannot be combined with --detach, --aggregation or --log-format. "
                    + "Set the number of workers later with: dayline scale aggregation 4")
        }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        if install { return try await installService(context) }
        if let pid = try await runningSupervisor(context) {
            return try await reuseRunning(context, pid: pid)
        }
        let saved = database == nil ? try SupervisorSettings.read(context.home).database : nil
        if let server = try server ?? saved {
            try DatabaseCheck.check(server, context.environment)
        }
        guard detach else { return try stayInForeground(context) }
        let output = context.output
        let outcome = try Startup.detached(
            context.home, aggregation: aggregation,
            database: try database.map { ($0, try passwordPath) }, logFormat: logFormat,
            environment: context.environment
        ) { progress in
            if case .progress(let name, let state, let reason) = progress {
                output.progress("\(name): \(state)\(reason.map { ", \($0)" } ?? "")")
            }
        }
        output.endProgress()
        switch outcome {
        case .ready(let pid, _): return try await report(context, pid: pid, isNew: true)
        case .alreadyRunning(let pid):
            // The other supervisor owns the home and may still be starting.
            let context = try context.relocated()
            _ = try await context.supervisor(timeout: Self.startLimit).call(
                Control.status, Empty(), context.options(timeout: Self.startLimit))
            return try await reuseRunning(context, pid: pid)
        case .progress, .failed:
            throw Status(.internal, "The supervisor reported no result of the start.")
        }
    }

    /// The chosen database server; nil: the file in the home, or no choice.
    private var server: DatabaseServer? {
        get throws {
            guard let database, database != DatabaseKind.sqlite.rawValue else { return nil }
            return try DatabaseServer(parsing: database, passwordFile: passwordPath)
        }
    }

    private var passwordPath: String? {
        get throws { try databasePasswordFile.map { try Files.absolutePath($0) } }
    }

    /// Sets up the service of the user, which starts the system, and reports its state.
    private func installService(_ context: CommandContext) async throws -> ExitStatus {
        let unit = try UserService(context).install()
        context.output.printNotice(
            "Dayline starts when you log in, by \(unit). To start it with the machine: "
                + "loginctl enable-linger")
        let context = try context.relocated()
        guard let pid = try await runningSupervisor(context) else {
            throw Status(
                .unavailable, "The service \(UserUnit.name) does not answer.",
                hint: "Show the reason with: systemctl --user status \(UserUnit.name)")
        }
        return try await report(context, pid: pid, isNew: true)
    }

    /// The time limit from taking the home's lock to answering calls.
    private static let startLimit = Duration.seconds(30)

    /// The time limit of the question for the address of the web app.
    private static let webLimit = Duration.seconds(2)

    /// Scales the running system to the requested number of workers and reports it.
    private func reuseRunning(_ context: CommandContext, pid: Int32) async throws -> ExitStatus {
        if database != nil {
            let status = try await context.supervisor().call(
                Control.status, Empty(), context.options())
            let present = status.supervisor.database
            guard try server?.text == present else {
                throw Status(
                    .failedPrecondition,
                    "Dayline is running already with the data in \(present ?? "the home").",
                    hint: "Stop it first with: dayline down")
            }
        }
        if let aggregation {
            _ = try await context.supervisor().call(
                Control.scale, Control.ScaleRequest(worker: "aggregation", count: aggregation),
                context.options())
        }
        return try await report(context, pid: pid, isNew: false)
    }

    private func runningSupervisor(_ context: CommandContext) async throws -> Int32? {
        do {
            return try await context.supervisor().call(
                Control.status, Empty(), context.options(timeout: .seconds(5))
            ).supervisor.pid
        } catch let status as Status where status.code == .unavailable {
            return nil
        }
    }

    private func report(
        _ context: CommandContext, pid: Int32, isNew: Bool
    ) async throws -> ExitStatus {
        // A read-only home has its sockets elsewhere.
        let context = try context.relocated()
        let status = try await context.supervisor().call(
            Control.status, Empty(), context.options())
        let late = status.workers.filter { $0.state != .ready }.map {
            UnavailableWorker(name: $0.name, state: $0.state, reason: $0.reason)
        }
        let web = await webAddress(context, status)
        let report = UpReport(
            ready: late.isEmpty, pid: pid, workers: status.workers,
            alreadyRunning: isNew ? nil : true, notReady: late.isEmpty ? nil : late,
            readOnly: status.supervisor.readOnly, web: web)
        try context.output.result(report) {
            let first =
                isNew
                ? "ready: \(status.workers.count - late.count) processes, supervised by \(pid)."
                : "Dayline is running already, supervised by \(pid)."
            let address = web.map { "The web app is at \($0)\nSign in with: dayline web" }
            let place = status.supervisor.database.map { "The data is in \($0)." }
            return
                ([first, place, address].compactMap(\.self) + late.map(\.text)
                + [status.supervisor.readOnlySentence].compactMap(\.self)).joined(separator: "\n")
        }
        if isNew { await printZoneNotice(context) }
        // Lost acknowledged changes do not fail the start, but they have to be reported.
        guard let state = await StorageStateReader.state(context), !state.missingChanges.isEmpty
        else {
            return .done
        }
        for sentence in state.sentences { context.output.printNotice(sentence) }
        return .doneWithDamage
    }

    /// The address of the web app; nil if its worker is not ready or does not answer.
    private func webAddress(
        _ context: CommandContext, _ status: Control.StatusResponse
    ) async -> String? {
        guard status.workers.contains(where: { $0.name == "web" && $0.state == .ready }) else {
            return nil
        }
        return try? await context.bus().call(
            WebAccess.settings, Empty(), context.options(timeout: Self.webLimit)
        ).address
    }

    /// Prints the time zone of an empty home. Prints nothing if the profile cannot be read.
    private func printZoneNotice(_ context: CommandContext) async {
        let listing = try? await context.bus().call(Profiles.list, Empty(), context.options())
        guard let profile = listing?.profiles.first, listing?.profiles.count == 1,
            profile.samples == 0, profile.activities == 0
        else { return }
        context.output.printNotice(
            "Your days are those of the time zone \(profile.zone). "
                + "Change it with: dayline profile zone Europe/Berlin")
    }

    /// Becomes the supervisor, so that the terminal's signals reach it.
    private func stayInForeground(_ context: CommandContext) throws -> ExitStatus {
        let program = "\(ProgramPath.folder)/daylined"
        let options = DaemonOptions(
            home: context.home.folder, aggregation: aggregation, database: database,
            databasePasswordFile: try passwordPath, logFormat: logFormat)
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
    var web: String?
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

extension LogFormat: ExpressibleByArgument {}
