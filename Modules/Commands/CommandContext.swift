import ArgumentParser
import Contracts
import FoundationEssentials
import HostFiles
import RPC
import ZeroMQTransport

/// The environment of a command: home, profile, connections to the system, and output.
struct CommandContext: Sendable {
    let home: Home
    private(set) var output: Output
    let environment: [String: String]
    /// The system on another machine; nil for that of the home.
    private let remote: Endpoint?
    private let profile: String?
    private let connections: CommandConnections

    init(_ command: any BusCommand, environment: [String: String]) throws {
        let options = command.globals
        try self.init(
            home: options.home, profile: options.profile,
            remote: RemoteAddress(options, environment),
            output: Output(options, environment: environment), environment: environment,
            isSequential: command.isSequential)
    }

    /// `isSequential` is true if the command makes no call while another is open.
    init(
        home explicit: String?, profile: String?, remote: RemoteAddress? = nil, output: Output,
        environment: [String: String], isSequential: Bool = false
    ) throws {
        connections = CommandConnections(isSequential: isSequential)
        home = try Home.located(explicit: explicit, environment: environment)
        self.remote = try remote?.endpoint
        // An empty variable is an unset one.
        let variable = environment["DAYLINE_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
        if let remote = self.remote {
            self.profile = profile ?? variable ?? remote.key?.profile
        } else {
            self.profile = try profile ?? variable ?? ProfileSetting(home).value
        }
        self.output = output
        self.environment = environment
    }

    private init(_ context: CommandContext, home: Home) {
        self.home = home
        output = context.output
        environment = context.environment
        remote = context.remote
        profile = context.profile
        connections = CommandConnections(isSequential: context.connections.isSequential)
    }

    /// The context with the current paths of the home's sockets, which a start may have changed.
    func relocated() throws -> CommandContext {
        CommandContext(
            self, home: try Home.located(explicit: home.folder, environment: environment))
    }

    /// The name of the command's profile.
    var profileName: String { profile ?? CallMetadata.defaultProfile }

    /// A client of the services behind the broker.
    func bus() throws -> Client {
        if let remote { try requireNotFormer(remote) }
        return Client(try connections.bus(remote ?? .ipc(home.busSocket)))
    }

    /// Prepares calls of services behind a broker that was started again.
    func reconnectBus() { connections.forgetBus() }

    /// - Throws: FAILED_PRECONDITION if this home was promoted in place of the one at `address`, which still
    ///   accepts changes because no program has told it.
    private func requireNotFormer(_ address: Endpoint) throws {
        guard let former = try? ReplicationFile.read(home.replication).former,
            former.address == address.description
        else { return }
        throw Status(
            .failedPrecondition,
            "The home at \(address) does not know yet that \(home.folder) was promoted in its place: a change "
                + "there would be missing here.",
            hint: "Use the command without --remote. Tell the other home by starting this one: "
                + "dayline up --detach")
    }

    var isRemote: Bool { remote != nil }

    /// The context whose output has the time of the data, if the system is a replica. The time is read before
    /// the command, so that the answers have at least the data of that time.
    func dated() async -> CommandContext {
        var state: Replication.StateResponse?
        if isRemote {
            state = try? await bus().call(
                Replication.state, Empty(), options(timeout: Self.stateTimeout))
        } else if let following = try? ReplicationFile.read(home.replication).following {
            state = Replication.StateResponse(
                role: .replica, epoch: 1, primary: following.address, asOf: following.position?.at)
        }
        var context = self
        context.output.asOf = state?.asOf
        return context
    }

    private static let stateTimeout = Duration.seconds(2)

    /// - Throws: FAILED_PRECONDITION if the system is on another machine.
    func requireLocal(_ command: String) throws(Status) {
        guard let remote else { return }
        throw Status(
            .failedPrecondition,
            "\(command) works on the machine of the home only, not over \(remote).",
            hint: "Log in to that machine, and use the command there without --remote.")
    }

    /// A client of the supervisor, which does not depend on the broker. A call waits up to
    /// `timeout` for a supervisor that is starting.
    /// - Throws: FAILED_PRECONDITION if the system is on another machine.
    func supervisor(timeout: Duration = .zero) throws -> Client {
        try requireLocal("This command")
        return Client(
            try connections.supervisor(.ipc(home.controlSocket), timeout: timeout))
    }

    /// Options for a call with the profile.
    func options(
        timeout: Duration = CallOptions.defaultTimeout, window: Int = 8
    ) -> CallOptions {
        CallOptions(deadline: .after(timeout), profile: profile, window: window)
    }

    /// Options for a call about another profile, which its storage worker executes.
    func options(of profile: String) -> CallOptions {
        CallOptions(profile: profile)
    }

    /// Options for a call with the profile and without a deadline.
    func optionsWithoutDeadline(window: Int = 8) -> CallOptions {
        CallOptions(deadline: .never, profile: profile, window: window)
    }
}

/// A command that calls the system.
protocol BusCommand: ParsableCommand {
    var globals: GlobalOptions { get }

    /// True if the command makes no call while another is open. It runs on the main thread, which waits for
    /// the answers.
    var isSequential: Bool { get }

    func run(_ context: CommandContext) async throws -> ExitStatus

    /// The exit status for a call that failed with `code`.
    func exitStatus(for code: Status.Code) -> ExitStatus
}

extension BusCommand {
    var isSequential: Bool { false }

    func exitStatus(for code: Status.Code) -> ExitStatus { ExitStatus(code) }
}
