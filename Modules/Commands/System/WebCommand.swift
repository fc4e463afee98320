import ArgumentParser
import Contracts
import Glibc
import HostFiles
import Presentation
import RPC

struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "web", abstract: "Open the web app with a login link, or manage access to it.",
        discussion: .examples(
            after: "The link works once, within ten minutes.", "web", "web link --print"),
        subcommands: [
            WebLinkCommand.self, WebSessionsCommand.self, EndSessionCommand.self,
            WebSettingsCommand.self, WebPasswordCommand.self, WebCertificateCommand.self,
        ],
        defaultSubcommand: WebLinkCommand.self)
}

struct WebLinkCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "link", abstract: "Print a login link, and open it in a desktop session.",
        discussion: .examples("web link", "web link --print --all-profiles"))
    static let method = WebAccess.newLink

    @Flag(help: "Only print the link.")
    var print = false

    @Flag(help: "Open the link also without a terminal, as from a menu of the desktop.")
    var open = false

    @Flag(help: "Let the browser change to every profile (default: only the profile of the link).")
    var allProfiles = false

    @OptionGroup var globals: GlobalOptions

    var request: WebAccess.LinkRequest {
        WebAccess.LinkRequest(allProfiles: allProfiles ? true : nil)
    }

    func text(_ response: WebAccess.LinkResponse, _ output: Output) -> String {
        "Open in a browser, once, within ten minutes:\n\(response.url)"
    }

    func finish(
        _ response: WebAccess.LinkResponse, _ client: Client, _ context: CommandContext
    ) async {
        guard !print, !context.output.isJSON, open || isatty(STDOUT_FILENO) == 1 else { return }
        DesktopBrowser(environment: context.environment)?.open(
            response.url, through: "\(context.home.runFolder)/web-link.html")
    }
}

struct EndSessionCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "end", abstract: "Sign a browser out.",
        discussion: .examples("web end 01JC9M3T5W", "web end 01JC9M3T5W --quiet"))
    static let method = WebAccess.endSession

    @Argument(help: "Identifier of the session, from dayline web sessions.")
    var id: String

    @OptionGroup var globals: GlobalOptions

    var request: WebAccess.EndSessionRequest { WebAccess.EndSessionRequest(id: id) }

    func text(_ response: Empty, _ output: Output) -> String { "The browser is signed out." }
}
