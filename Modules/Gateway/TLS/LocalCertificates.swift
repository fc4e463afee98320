import FoundationEssentials
import HostFiles
import RPC
import Synchronization
import X509

/// The certificate authority of the home and the certificate that it issued to the web app, in files that
/// only their owner can read.
final class LocalCertificates: Sendable {
    private let folder: String
    private let names: @Sendable () -> CertificateNames
    /// Held while files are written, so that a certificate is of the stored authority.
    private let writing = Mutex(())

    /// Time before the expiry from which on a certificate is renewed.
    private static let renewalPeriod: TimeInterval = 30 * 86_400
    private static let sizeLimit = 1 << 16

    /// - Parameters:
    ///   - folder: The folder of the files.
    ///   - names: The names and addresses of this machine.
    init(folder: String, names: @escaping @Sendable () -> CertificateNames) {
        self.folder = folder
        self.names = names
    }

    private var authorityFile: String { "\(folder)/authority.pem" }
    /// The file with the key and the certificate of the server.
    var serverFile: String { "\(folder)/server.pem" }

    /// The stored authority; nil before one was created.
    /// - Throws: FAILED_PRECONDITION if the file exists and is invalid.
    func authority() throws -> CertificateAuthority? {
        guard let bytes = try Files.readIfPresent(authorityFile, limit: Self.sizeLimit) else {
            return nil
        }
        guard let authority = try? CertificateAuthority(pem: String(decoding: bytes, as: UTF8.self))
        else {
            throw Status(
                .failedPrecondition, "\(authorityFile) is not a certificate authority.",
                hint: "Create another one with: dayline web certificate --new-authority")
        }
        return authority
    }

    /// Issues a certificate for this machine and the host of a public address.
    /// - Parameters:
    ///   - address: The address that browsers use; nil: one of this machine.
    ///   - replacesAuthority: True if another authority replaces the stored one.
    ///   - now: The start of the certificate.
    /// - Returns: The authority of the certificate.
    /// - Throws: FAILED_PRECONDITION if the authority cannot certify the public address.
    @discardableResult func issue(
        for address: PublicAddress?, replacesAuthority: Bool, now: Date
    ) throws -> CertificateAuthority {
        let required = address.map { CertificateNames($0) } ?? CertificateNames()
        var all = names()
        all.formUnion(required)
        return try writing.withLock { _ in
            try Files.createPrivateFolder(folder)
            let stored = replacesAuthority ? nil : try self.authority()
            let authority = try stored ?? CertificateAuthority(for: all, now: now)
            let permitted = authority.permitted(all)
            if let address, !permitted.covers(required) {
                throw Status(
                    .failedPrecondition,
                    "The certificate authority of this home cannot certify \(address.host).",
                    hint: "Create another one with: dayline web certificate --new-authority "
                        + "--public-url \(address)")
            }
            guard authority.certificate.notValidAfter > now else {
                throw Status(
                    .failedPrecondition, "The certificate authority of this home has expired.",
                    hint: "Create another one with: dayline web certificate --new-authority")
            }
            if stored == nil {
                try Files.writeAtomically(Array(authority.pem.utf8), to: authorityFile)
            }
            try Files.writeAtomically(
                Array(authority.issue(for: permitted, now: now).utf8), to: serverFile)
            return authority
        }
    }

    /// Issues another certificate if the present one expires soon, or lacks a name of this machine or of
    /// the public address.
    func renewIfDue(_ present: ServerCertificate?, for address: PublicAddress?, now: Date) throws {
        guard let authority = try authority() else {
            throw Status(
                .failedPrecondition, "This home has no certificate authority.",
                hint: "Create one with: dayline web certificate")
        }
        if let present {
            var required = authority.permitted(names())
            if let address { required.formUnion(CertificateNames(address)) }
            let isExpiring = present.leaf.notValidAfter < now + Self.renewalPeriod
            // A certificate ends no later than its authority.
            let canBeLonger = present.leaf.notValidAfter < authority.expiry(now: now) - 86_400
            guard
                isExpiring && canBeLonger
                    || !authority.hasIssued(present.leaf)
                    || !present.names.covers(required)
            else { return }
        }
        try issue(for: address, replacesAuthority: false, now: now)
    }
}
