import ArgumentParser
import Contracts
import Presentation

struct WebCertificateCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "certificate", abstract: "Create or renew a certificate, and use TLS.",
        discussion: .examples(
            after: """
                The certificate is for the names and addresses of this machine and for the public URL. It \
                is issued by an authority of this home, which devices have to trust once.
                """, "web certificate", "web certificate --public-url https://home.example:8420"))
    static let method = WebAccess.createCertificate

    @Flag(help: "Replace the authority, which devices then have to trust again.")
    var newAuthority = false

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "Address that browsers use (default: that of the settings).", valueName: "url"))
    var publicURL: String?

    @OptionGroup var globals: GlobalOptions

    var request: WebAccess.CertificateRequest {
        WebAccess.CertificateRequest(newAuthority: newAuthority ? true : nil, publicURL: publicURL)
    }

    func text(_ response: WebAccess.CertificateResponse, _ output: Output) -> String {
        """
        The web app uses a certificate for: \(response.names.joined(separator: ", ")).
        The certificate is valid until \(response.expiresAt.prefix(10)) and is renewed before. \
        Its authority is valid until \(response.authorityExpiresAt.prefix(10)).
        Install the authority on each device from: \(response.address)certificate
        Compare its SHA-256 fingerprint:
        \(response.authorityFingerprint)
        """
    }
}
