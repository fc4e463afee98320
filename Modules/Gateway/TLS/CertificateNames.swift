import SwiftASN1
import X509

/// The DNS names and IP addresses that a certificate is for.
struct CertificateNames: Hashable, Sendable {
    /// In lower case. The first label may be `*`.
    var hosts: Set<String> = []
    var addresses: Set<IPAddress> = []

    static let hostLimit = 253
    private static let labelLimit = 63

    init(hosts: Set<String> = [], addresses: Set<IPAddress> = []) {
        self.hosts = hosts
        self.addresses = addresses
    }

    /// The subject alternative names of a certificate.
    init(_ certificate: Certificate) {
        for name in (try? certificate.extensions.subjectAlternativeNames)
            ?? SubjectAlternativeNames()
        {
            switch name {
            case .dnsName(let host): hosts.insert(host.lowercased())
            case .ipAddress(let octets) where [4, 16].contains(octets.bytes.count):
                addresses.insert(IPAddress(bytes: Array(octets.bytes)))
            default: continue
            }
        }
    }

    /// The host of a public address.
    init(_ address: PublicAddress) {
        if let number = address.hostAddress {
            addresses = [number]
        } else {
            hosts = [address.host]
        }
    }

    /// Adds a name if it has the form of a DNS name.
    mutating func insert(_ host: String) {
        let host = host.lowercased()
        let isName =
            host.utf8.count <= Self.hostLimit
            && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.utf8.count <= Self.labelLimit
                    && label.utf8.allSatisfy(Self.isLabelByte)
            }
        if isName { hosts.insert(host) }
    }

    mutating func formUnion(_ other: Self) {
        hosts.formUnion(other.hosts)
        addresses.formUnion(other.addresses)
    }

    /// True if a browser accepts a certificate for these names at each of the other names.
    func covers(_ other: Self) -> Bool {
        other.addresses.isSubset(of: addresses) && other.hosts.allSatisfy(covers)
    }

    private func covers(_ host: String) -> Bool {
        if hosts.contains(host) { return true }
        guard let dot = host.firstIndex(of: ".") else { return false }
        return hosts.contains("*\(host[dot...])")
    }

    /// The names as texts, sorted.
    var texts: [String] { hosts.sorted() + addresses.map(\.description).sorted() }

    /// The form in a certificate.
    var alternatives: SubjectAlternativeNames {
        SubjectAlternativeNames(
            hosts.sorted().map { .dnsName($0) }
                + addresses.sorted { $0.description < $1.description }.map {
                    .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...]))
                })
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
