import ArgumentParser
import Contracts
import Presentation
import RPC

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "token",
        abstract: "List the tokens of the web API, or create and revoke them.",
        discussion: .examples(
            after: """
                A token is for one profile. Its scopes are read (data of the profile), log (add and \
                change records), push (send files with health data), and admin (all of these, settings, \
                and removing data for good).
                """, "token new phone --scope read", "token revoke phone"),
        subcommands: [TokensCommand.self, NewTokenCommand.self, RevokeTokenCommand.self],
        defaultSubcommand: TokensCommand.self)
}

struct TokensCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "list", abstract: "List the tokens.",
        discussion: .examples("token list", "token list --json"))
    static let method = WebAccess.tokens

    @OptionGroup var globals: GlobalOptions

    func text(_ response: WebAccess.TokensResponse, _ output: Output) -> String {
        guard !response.tokens.isEmpty else {
            return "There is no token. Create one with: dayline token new NAME --scope read"
        }
        return TextTable(
            of: response.tokens, .left("name", \.name),
            .left("scopes") { $0.scopes.map(\.rawValue).joined(separator: ", ") },
            .left("created") { String($0.createdAt.prefix(10)) },
            .left("used") { $0.usedAt.map { String($0.prefix(10)) } ?? "-" }
        ).text(output)
    }
}

struct NewTokenCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "new", abstract: "Create a token and print it, once.",
        discussion: .examples(
            after: "With --quiet only the token is printed.", "token new phone --scope read",
            "token new scale --scope log --quiet"))
    static let method = WebAccess.newToken

    @Argument(help: "Name of the token, such as the device that uses it.")
    var name: String

    @Option(help: "Allow SCOPE: read, log, push or admin; repeat for several.")
    var scope: [Scope]

    @OptionGroup var globals: GlobalOptions

    var request: WebAccess.NewTokenRequest { WebAccess.NewTokenRequest(name: name, scopes: scope) }

    func text(_ response: WebAccess.NewTokenResponse, _ output: Output) -> String {
        guard !output.isQuiet else { return response.token }
        return """
            \(response.token)
            The token is not shown again. Send it to \(response.address) as "Authorization: Bearer TOKEN".
            """
    }
}

struct RevokeTokenCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "revoke", abstract: "Revoke a token, so that its requests are refused.",
        discussion: .examples("token revoke phone", "token revoke phone --json"))
    static let method = WebAccess.revokeToken

    @Argument(
        help: "Name of the token, from dayline token.", completion: .custom(NameCompletion.tokens))
    var name: String

    @OptionGroup var globals: GlobalOptions

    var request: WebAccess.TokenRequest { WebAccess.TokenRequest(name: name) }

    func text(_ response: Empty, _ output: Output) -> String { "The token \"\(name)\" is revoked." }
}

extension Scope: ExpressibleByArgument {}
