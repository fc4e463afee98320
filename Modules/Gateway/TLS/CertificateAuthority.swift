import Crypto
import FoundationEssentials
import RPC
import SwiftASN1
import Texts
import X509

/// A certificate authority of the home, which devices of its owner trust.
///
/// Name constraints limit the authority to private networks, to names that no public authority certifies,
/// and to the names at its creation, so that its key cannot certify other sites.
struct CertificateAuthority: Sendable {
    let certificate: Certificate
    private let key: Certificate.PrivateKey

    private static let lifetime: TimeInterval = 3650 * 86_400
    /// Browsers refuse certificates of more than 398 days.
    private static let leafLifetime: TimeInterval = 397 * 86_400
    /// Clocks of devices may be behind by an hour.
    private static let clockTolerance: TimeInterval = 3600
    /// Domains that are not delegated in the public DNS.
    private static let privateDomains = ["localhost", "local", "lan", "home.arpa", "internal"]
    private static let commonNameLimit = 64

    /// Creates an authority that can certify names and all private names.
    init(for names: CertificateNames, now: Date) throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let host = CertificateNames.hostName ?? "this machine"
        let name = try DistinguishedName {
            OrganizationName("Dayline")
            CommonName(String("Dayline authority of \(host)".prefix(Self.commonNameLimit)))
        }
        let domains = Set(Self.privateDomains).union(names.hosts).sorted()
        let further = names.addresses.filter { address in
            !IPRange.privateNetworks.contains { $0.contains(address) }
        }
        let ranges = IPRange.privateNetworks + further.map { IPRange($0) }
        self.key = key
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: now - Self.clockTolerance, notValidAfter: now + Self.lifetime,
            issuer: name, subject: name,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                Critical(
                    NameConstraints(
                        permittedDNSDomains: domains,
                        permittedIPRanges: ranges.map {
                            ASN1OctetString(contentBytes: $0.constraint[...])
                        }))
                SubjectKeyIdentifier(hash: key.publicKey)
            }, issuerPrivateKey: key)
    }

    /// - Parameter pem: The text of ``pem``.
    /// - Throws: If the text has no certificate with its key.
    init(pem: String) throws {
        let documents = try PEMDocument.parseMultiple(pemString: pem)
        guard let certificate = documents.first(where: { $0.discriminator == "CERTIFICATE" }),
            let key = documents.first(where: { $0.discriminator == "PRIVATE KEY" })
        else { throw ASN1Error.invalidPEMDocument(reason: "A certificate or its key is missing.") }
        self.certificate = try Certificate(pemDocument: certificate)
        self.key = try Certificate.PrivateKey(pemDocument: key)
        guard self.key.publicKey == self.certificate.publicKey else {
            throw ASN1Error.invalidPEMDocument(reason: "The key is that of another certificate.")
        }
    }

    /// The certificate and the private key.
    var pem: String {
        get throws {
            let documents = [try key.serializeAsPEM(), try certificate.serializeAsPEM()]
            return documents.map { $0.pemString + "\n" }.joined()
        }
    }

    /// The certificate, which devices trust.
    var der: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return serializer.serializedBytes
        }
    }

    /// The SHA-256 of the certificate, as browsers show it.
    var fingerprint: String {
        get throws {
            SHA256.hash(data: try der).map(\.hexDigits).joined(separator: ":").uppercased()
        }
    }

    /// The names that the name constraints permit.
    func permitted(_ names: CertificateNames) -> CertificateNames {
        guard let constraints = try? certificate.extensions.nameConstraints else { return names }
        let domains = constraints.permittedDNSDomains.map { ".\($0)" }
        let ranges = constraints.permittedIPRanges.compactMap { IPRange(constraint: $0.bytes) }
        return CertificateNames(
            hosts: names.hosts.filter { host in domains.contains { ".\(host)".hasSuffix($0) } },
            addresses: names.addresses.filter { address in
                ranges.contains { $0.contains(address) }
            })
    }

    /// The last time at which a certificate that is issued now is valid.
    func expiry(now: Date) -> Date {
        min(now + Self.leafLifetime - Self.clockTolerance, certificate.notValidAfter)
    }

    /// True if the authority has signed a certificate.
    func hasIssued(_ leaf: Certificate) -> Bool {
        certificate.publicKey.isValidSignature(leaf.signature, for: leaf)
    }

    /// Issues a certificate with a key of its own.
    /// - Returns: The key and the certificate as PEM.
    func issue(for names: CertificateNames, now: Date) throws -> String {
        let leafKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let leaf = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: leafKey.publicKey,
            notValidBefore: now - Self.clockTolerance, notValidAfter: expiry(now: now),
            issuer: certificate.subject,
            subject: try DistinguishedName {
                OrganizationName("Dayline")
                CommonName("Dayline web app")
            },
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                names.alternatives
                SubjectKeyIdentifier(hash: leafKey.publicKey)
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier)
            }, issuerPrivateKey: key)
        return try leafKey.serializeAsPEM().pemString + "\n" + leaf.serializeAsPEM().pemString
            + "\n"
    }
}
