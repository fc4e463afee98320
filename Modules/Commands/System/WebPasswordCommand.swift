import ArgumentParser
import Contracts
import RPC

struct WebPasswordCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "password", abstract: "Set the password of the profile for the web app.",
        discussion: .examples(
            after: """
                The password is asked for at the terminal, or is the first line of standard input. A new
                password signs out all browsers of the profile.
                """, "web password", "web password --remove"))

    @Flag(help: "Remove the password.")
    var remove = false

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let password = remove ? nil : try PasswordInput(output: context.output).read()
        _ = try await context.bus().call(
            WebAccess.setPassword, WebAccess.PasswordRequest(password: password), context.options())
        try context.output.result(Empty()) {
            remove ? "The password is removed." : "The password is set."
        }
        return .done
    }
}
