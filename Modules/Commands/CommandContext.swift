import ArgumentParser
import Contracts
import FoundationEssentials
import HostFiles
import RPC
import ZeroMQ
import ZeroMQTransport

/// What a command works with: the home, a line to the bus, and the person's words.
struct CommandContext: Sendable {
    let home: Home
    let output: Output
    let environment: [String: String]
    private let profile: String?
    private let loop: Loop

    init(_ options: GlobalOptions, environment: [String: String]) throws {
        try self.init(
            home: options.home, profile: options.profile,
            output: Output(options, environment: environment), environment: environment)
    }

    init(
        home explicit: String?, profile: String?, output: Output, environment: [String: String]
    ) throws {
        home = try Home.located(explicit: explicit, environment: environment)
        loop = try Loop()
        self.profile = profile
        self.output = output
        self.environment = environment
    }

    private init(_ session: CommandContext, home: Home) {
        self.home = home
        output = session.output
        environment = session.environment
        profile = session.profile
        loop = session.loop
    }

    /// The session with the home's sockets where they are now: a start may have put them elsewhere.
    func relocated() throws -> CommandContext {
        CommandContext(
            self, home: try Home.located(explicit: home.folder, environment: environment))
    }

    /// The profile that the command is about.
    var profileName: String { profile ?? CallMetadata.defaultProfile }

    /// A client of everything behind the broker.
    func bus() throws -> Client {
        Client(BusConnection(endpoint: try .ipc(home.busSocket), loop: loop))
    }

    /// A client of the supervisor, which answers also when the broker does not. Calls wait as long as
    /// `timeout` lasts for one that has only begun.
    func supervisor(timeout: Duration = .zero) throws -> Client {
        Client(
            BusConnection(
                endpoint: try .ipc(home.controlSocket), loop: loop, connectTimeout: timeout))
    }

    /// Options for a call in the name of the profile.
    func options(
        timeout: Duration = CallOptions.defaultTimeout, window: Int = 8
    ) -> CallOptions {
        CallOptions(deadline: .after(timeout), profile: profile, window: window)
    }

    /// Options for a call that takes as long as it takes.
    func optionsWithoutDeadline(window: Int = 8) -> CallOptions {
        CallOptions(deadline: .never, profile: profile, window: window)
    }
}

/// A command that talks to the system.
protocol BusCommand: ParsableCommand {
    var globals: GlobalOptions { get }

    func run(_ session: CommandContext) async throws -> ExitStatus

    /// How the command ends when a call that it makes ends with `code`.
    func exitStatus(for code: Status.Code) -> ExitStatus
}

extension BusCommand {
    func exitStatus(for code: Status.Code) -> ExitStatus { ExitStatus(code) }
}
