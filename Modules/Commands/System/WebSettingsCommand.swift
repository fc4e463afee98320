import ArgumentParser
import Contracts
import HostFiles
import Presentation
import RPC

struct WebSettingsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "settings", abstract: "Print and change the settings of the web app.",
        discussion: .examples(
            after: "Without options, the settings are printed. An empty text removes a value.",
            "web settings", "web settings --listen 0.0.0.0:8420 --public-url https://home.example"))

    @Option(
        help: ArgumentHelp(
            "Listen on an IP address with or without a port (default: 127.0.0.1:8420).",
            valueName: "address"))
    var listen: String?

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "Address that browsers use, such as https://dayline.example.", valueName: "url"))
    var publicURL: String?

    @Option(help: ArgumentHelp("Path before all others, such as /dayline.", valueName: "path"))
    var prefix: String?

    @Option(
        help: ArgumentHelp(
            "Trust the headers of the proxy with the IP address ADDRESS; repeat for several. The list "
                + "replaces the stored one.", valueName: "address"))
    var trustedProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "Header in which a trusted proxy names the profile of the person.", valueName: "name"))
    var identityHeader: String?

    @Option(
        help: ArgumentHelp(
            "File with the certificate chain for TLS, or local for the certificate of dayline web "
                + "certificate.", valueName: "file"))
    var certificate: String?

    @Option(
        help: ArgumentHelp("File with the private key of the certificate.", valueName: "file"))
    var key: String?

    @OptionGroup var globals: GlobalOptions

    private var request: WebAccess.SettingsRequest {
        get throws {
            WebAccess.SettingsRequest(
                listen: listen, publicURL: publicURL, prefix: prefix,
                trustedProxies: trustedProxy.isEmpty ? nil : trustedProxy.filter { !$0.isEmpty },
                identityHeader: identityHeader,
                certificate: certificate == Self.ownCertificate
                    ? certificate : try Self.absolutePath(certificate),
                key: try Self.absolutePath(key))
        }
    }

    private static let ownCertificate = "local"

    /// The path from the root folder. Symbolic links remain: a renewal may change them.
    private static func absolutePath(_ path: String?) throws -> String? {
        guard let path, !path.isEmpty, !path.hasPrefix("/") else { return path }
        return "\(try Files.absolutePath("."))/\(path)"
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let bus = try context.bus()
        let request = try request
        let isChange =
            request
            != WebAccess.SettingsRequest(
                listen: nil, publicURL: nil, prefix: nil, trustedProxies: nil, identityHeader: nil,
                certificate: nil, key: nil)
        let response =
            isChange
            ? try await bus.call(WebAccess.changeSettings, request, context.options())
            : try await bus.call(WebAccess.settings, Empty(), context.options())
        try context.output.result(response) { Self.text(response, context.output) }
        return .done
    }

    private static func text(_ response: WebAccess.SettingsResponse, _ output: Output) -> String {
        let settings = response.settings
        var table = TextTable([("setting", .left), ("value", .left)])
        table.add(["address", response.address])
        table.add(["listen", settings.listen])
        table.add(["public-url", settings.publicURL ?? "none"])
        table.add(["prefix", settings.prefix.isEmpty ? "none" : settings.prefix])
        table.add([
            "trusted-proxy",
            settings.trustedProxies.isEmpty
                ? "none" : settings.trustedProxies.joined(separator: ", "),
        ])
        table.add(["identity-header", settings.identityHeader ?? "none"])
        table.add(["certificate", certificate(settings, response.certificateExpiresAt)])
        if let key = settings.key { table.add(["key", key]) }
        table.add(["password", response.hasPassword ? "set" : "none"])
        return ([table.text(output)] + (response.problem.map { [$0] } ?? [])).joined(
            separator: "\n")
    }

    private static func certificate(_ settings: WebAccess.Settings, _ expiry: String?) -> String {
        guard let source = settings.certificate else { return "none" }
        return source + (expiry.map { ", until \($0.prefix(10))" } ?? "")
    }
}
