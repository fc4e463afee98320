import ArgumentParser
import Contracts
import Presentation
import RPC

struct HomeAssistantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "home-assistant",
        abstract: "Publish values and buttons to Home Assistant through an MQTT broker.",
        discussion: """
            Sensors have the last day of each metric and the state of today. A button of each activity \
            logs the activity on today. Home Assistant finds them by MQTT discovery.

            EXAMPLES:
              dayline home-assistant connect homeassistant.local --user dayline
              dayline home-assistant
              dayline home-assistant disconnect
            """,
        subcommands: [
            HomeAssistantStateCommand.self, HomeAssistantConnectCommand.self,
            HomeAssistantDisconnectCommand.self,
        ], defaultSubcommand: HomeAssistantStateCommand.self)

    static func text(_ state: HomeAssistant.StateResponse) -> String {
        guard let host = state.host, let port = state.port else {
            return "The profile has no broker. Connect one with: "
                + "dayline home-assistant connect HOST"
        }
        guard state.isConnected else {
            return "Not connected to \(host):\(port): \(state.problem ?? "no answer yet")."
        }
        return
            "Connected to \(host):\(port), \(state.sensors) sensors and \(state.buttons) buttons."
    }
}

struct HomeAssistantStateCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "state", abstract: "Show the connection to the broker.",
        discussion: .examples("home-assistant state", "home-assistant state --json"))

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let state = try await context.bus().call(HomeAssistant.state, Empty(), context.options())
        try context.output.result(state) { HomeAssistantCommand.text(state) }
        return .done
    }
}

struct HomeAssistantConnectCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "connect", abstract: "Connect the profile to a broker.",
        discussion: """
            With --user the password is read from the terminal, or from the first line of standard \
            input. It is stored in the home, readable by its owner only.

            EXAMPLES:
              dayline home-assistant connect homeassistant.local --user dayline
              dayline home-assistant connect 192.168.1.5 --port 1884 --user dayline < password
            """)

    @Argument(help: "Name or address of the broker.")
    var host: String

    @Option(help: "Port (default: 1883, or 8883 with --tls).")
    var port: Int?

    @Option(help: "User of the broker (default: none).")
    var user: String?

    @Flag(help: "Connect with TLS and the certificates of the system.")
    var tls = false

    @Option(help: "Prefix of discovery (default: homeassistant).")
    var prefix: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let password = try user.map { _ in try PasswordInput(output: context.output).read() }
        let state = try await context.bus().call(
            HomeAssistant.connect,
            HomeAssistant.ConnectRequest(
                host: host, port: port, user: user, password: password,
                usesTLS: tls ? true : nil, prefix: prefix), context.optionsWithoutDeadline())
        try context.output.result(state) { "Connected to \(host):\(state.port ?? 0)." }
        return .done
    }
}

struct HomeAssistantDisconnectCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "disconnect", abstract: "Remove the profile from the broker.",
        discussion: .examples("home-assistant disconnect", "home-assistant disconnect --quiet"))

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        _ = try await context.bus().call(
            HomeAssistant.disconnect, Empty(), context.optionsWithoutDeadline())
        try context.output.result(Empty()) {
            "The profile is removed from the broker, and its password from the home."
        }
        return .done
    }
}
