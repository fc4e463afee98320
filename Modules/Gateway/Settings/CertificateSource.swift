import Contracts
import RPC

/// The origin of the certificate of the server.
enum CertificateSource: Hashable, Sendable {
    /// The certificate authority of the home.
    case local
    /// Files of the person, by their absolute paths.
    case files(certificate: String, key: String)

    /// The text for ``local``.
    static let localName = "local"

    /// - Returns: nil without a certificate.
    /// - Throws: INVALID_ARGUMENT.
    init?(_ message: WebAccess.Settings) throws(Status) {
        guard let certificate = message.certificate else { return nil }
        if certificate == Self.localName {
            self = .local
            return
        }
        guard let key = message.key else {
            throw Status(
                .invalidArgument, "The certificate \(certificate) has no private key.",
                hint: "Give both: dayline web settings --certificate FILE --key FILE")
        }
        for path in [certificate, key] where !path.hasPrefix("/") {
            throw Status(
                .invalidArgument, "\"\(path)\" is not an absolute path.",
                hint: "Write the path from the root folder, such as /etc/dayline/web.pem.")
        }
        self = .files(certificate: certificate, key: key)
    }

    /// Writes the values of the message.
    func write(to message: inout WebAccess.Settings) {
        switch self {
        case .local: message.certificate = Self.localName
        case .files(let certificate, let key):
            message.certificate = certificate
            message.key = key
        }
    }
}
