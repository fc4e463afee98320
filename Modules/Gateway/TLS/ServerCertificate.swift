import Crypto
import FoundationEssentials
import NIOSSL
import RPC
import SwiftASN1
import X509

/// A certificate chain with the private key of its first certificate, checked for use by the server.
struct ServerCertificate: Sendable {
    /// The certificate of the server.
    let leaf: Certificate
    /// The certificates between the leaf and its authority.
    let intermediates: [Certificate]
    /// The form for TLS.
    let override: NIOSSLContextConfigurationOverride
    /// True if the chain ends at an authority that the system trusts.
    let isPublic: Bool

    private static let chainLimit = 10
    /// Blocks of a PEM file besides certificates and keys, which OpenSSL writes.
    private static let ignored: Set<String> = ["EC PARAMETERS", "DH PARAMETERS"]

    /// - Parameters:
    ///   - text: The PEM text of the chain and the key.
    ///   - name: The file or files of the text.
    ///   - roots: The authorities whose certificates are public; nil: none.
    ///   - now: The time at which the certificate is to be valid.
    /// - Throws: INVALID_ARGUMENT with the remedy.
    init(pem text: String, name: String, roots: CertificateStore?, now: Date) async throws(Status) {
        let documents = try Self.parse(text, name)
        let chain = try Self.chain(documents, name)
        leaf = chain[0]
        intermediates = Array(chain.dropFirst())
        guard leaf.notValidAfter > now, leaf.notValidBefore <= now else {
            throw Status(
                .invalidArgument,
                leaf.notValidAfter > now
                    ? "The certificate in \(name) is not valid yet."
                    : "The certificate in \(name) has expired.",
                hint: "Renew the certificate, and check the clock of this machine.")
        }
        let key = try Self.key(documents, of: leaf, name)
        do {
            var override = NIOSSLContextConfigurationOverride()
            override.certificateChain = try chain.map { certificate in
                var serializer = DER.Serializer()
                try serializer.serialize(certificate)
                return .certificate(
                    try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der))
            }
            override.privateKey = .privateKey(
                try NIOSSLPrivateKey(bytes: Array(key.pemString.utf8), format: .pem))
            self.override = override
        } catch {
            throw Status(
                .invalidArgument, "The certificate or the key in \(name) cannot be used for TLS.",
                hint: "Use a key of P-256, P-384 or RSA with at least 2048 bits.")
        }
        isPublic = await Self.isTrusted(leaf, intermediates, by: roots)
    }

    /// The names that the certificate is for.
    var names: CertificateNames { CertificateNames(leaf) }

    /// The settings of TLS for a server that starts with this certificate.
    var configuration: TLSConfiguration? {
        guard let chain = override.certificateChain, let key = override.privateKey else {
            return nil
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: key)
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    private static func parse(_ text: String, _ name: String) throws(Status) -> [PEMDocument] {
        do {
            return try PEMDocument.parseMultiple(pemString: text).filter {
                !ignored.contains($0.discriminator)
            }
        } catch {
            throw Status(
                .invalidArgument, "\(name) is not in the PEM format.",
                hint: "Give files with lines such as -----BEGIN CERTIFICATE-----.")
        }
    }

    private static func chain(
        _ documents: [PEMDocument], _ name: String
    ) throws(Status) -> [Certificate] {
        let blocks = documents.filter { $0.discriminator == "CERTIFICATE" }
        guard !blocks.isEmpty, blocks.count <= chainLimit,
            let chain = try? blocks.map({ try Certificate(pemDocument: $0) })
        else {
            throw Status(
                .invalidArgument,
                blocks.isEmpty
                    ? "There is no certificate in \(name)."
                    : "The certificates in \(name) are damaged, or more than \(chainLimit).",
                hint: "Give the certificate of the server first, then those of its authorities.")
        }
        return chain
    }

    private static func key(
        _ documents: [PEMDocument], of leaf: Certificate, _ name: String
    ) throws(Status) -> PEMDocument {
        let blocks = documents.filter { $0.discriminator != "CERTIFICATE" }
        guard let block = blocks.first, blocks.count == 1 else {
            throw Status(
                .invalidArgument, "There is not exactly one private key in \(name).",
                hint: "Give the key of the certificate with --key FILE.")
        }
        guard let key = try? Certificate.PrivateKey(pemDocument: block) else {
            throw Status(
                .invalidArgument,
                "The private key in \(name) is damaged, encrypted or of an unknown kind.",
                hint: "Give a key without a passphrase; openssl pkey -in FILE -out KEY removes it.")
        }
        guard key.publicKey == leaf.publicKey else {
            throw Status(
                .invalidArgument, "The private key in \(name) is not that of the certificate.",
                hint: "Give the key that the certificate was requested with.")
        }
        return block
    }

    private static func isTrusted(
        _ leaf: Certificate, _ intermediates: [Certificate], by roots: CertificateStore?
    ) async -> Bool {
        guard let roots else { return false }
        var verifier = Verifier(rootCertificates: roots) { RFC5280Policy() }
        let result = await verifier.validate(
            leaf: leaf, intermediates: CertificateStore(intermediates))
        guard case .validCertificate = result else { return false }
        return true
    }
}
