import Foundation
import Logging
import RPC
import SwiftASN1
import Testing
import X509

@testable import Gateway

@Suite struct CertificateTests {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)
    private static let day: TimeInterval = 86_400
    private static let names = CertificateNames(
        hosts: ["localhost", "box", "box.local"],
        addresses: [.loopback, IPAddress(bytes: [10, 0, 0, 7])])

    private static func leaf(_ pem: String) throws -> Certificate {
        let documents = try PEMDocument.parseMultiple(pemString: pem)
        return try Certificate(
            pemDocument: try #require(documents.first { $0.discriminator == "CERTIFICATE" }))
    }

    private static func server(
        _ pem: String, now: Date = now, roots: CertificateStore? = nil
    ) async throws -> ServerCertificate {
        try await ServerCertificate(pem: pem, name: "web.pem", roots: roots, now: now)
    }

    // MARK: The authority

    @Test func `an authority is valid for ten years and only for certificates below it`() throws {
        let authority = try CertificateAuthority(for: Self.names, now: Self.now)

        let certificate = authority.certificate
        #expect(certificate.notValidAfter == Self.now + 3650 * Self.day)
        #expect(
            try certificate.extensions.basicConstraints
                == .isCertificateAuthority(maxPathLength: 0))
        #expect(try certificate.extensions.keyUsage == KeyUsage(keyCertSign: true, cRLSign: true))
        #expect(certificate.publicKey.isValidSignature(certificate.signature, for: certificate))
    }

    @Test(arguments: [
        ("box", true), ("a.box", true), ("printer.local", true), ("nas.lan", true),
        ("a.example", false), ("xbox", false), ("com", false), ("locals", false),
    ])
    func `an authority certifies private names and those of its creation`(
        host: String, isPermitted: Bool
    ) throws {
        let authority = try CertificateAuthority(for: Self.names, now: Self.now)

        let permitted = authority.permitted(CertificateNames(hosts: [host]))

        #expect(permitted.hosts.contains(host) == isPermitted)
    }

    @Test(arguments: [
        ("10.255.255.255", true), ("11.0.0.0", false), ("172.16.0.0", true), ("172.31.9.9", true),
        ("172.32.0.0", false), ("192.168.0.1", true), ("127.9.9.9", true), ("8.8.8.8", false),
        ("203.0.113.9", true), ("203.0.113.8", false), ("::1", true), ("::2", false),
        ("fd00::1", true), ("2001:db8::1", false),
    ])
    func `an authority certifies private addresses and those of its creation`(
        text: String, isPermitted: Bool
    ) throws {
        let public_ = try #require(IPAddress("203.0.113.9"))
        let authority = try CertificateAuthority(
            for: CertificateNames(addresses: [public_]), now: Self.now)
        let address = try #require(IPAddress(text))

        let permitted = authority.permitted(CertificateNames(addresses: [address]))

        #expect(permitted.addresses.contains(address) == isPermitted)
    }

    @Test func `an authority survives its file`() throws {
        let authority = try CertificateAuthority(for: Self.names, now: Self.now)

        let read = try CertificateAuthority(pem: authority.pem)

        #expect(read.certificate == authority.certificate)
        #expect(read.hasIssued(try Self.leaf(read.issue(for: Self.names, now: Self.now))))
        #expect(throws: (any Error).self) { try CertificateAuthority(pem: "") }
        let other = try CertificateAuthority(for: Self.names, now: Self.now)
        let mixed = try authority.certificate.serializeAsPEM().pemString + "\n" + other.pem
        #expect(throws: (any Error).self) { try CertificateAuthority(pem: mixed) }
    }

    // MARK: The certificate of the server

    @Test func `a certificate is for servers with its names, for at most 397 days`() async throws {
        let authority = try CertificateAuthority(for: Self.names, now: Self.now)

        let pem = try authority.issue(for: Self.names, now: Self.now)

        let leaf = try Self.leaf(pem)
        #expect(leaf.notValidAfter.timeIntervalSince(leaf.notValidBefore) <= 397 * Self.day)
        #expect(leaf.notValidBefore < Self.now)
        #expect(try leaf.extensions.basicConstraints == .notCertificateAuthority)
        #expect(try leaf.extensions.extendedKeyUsage == ExtendedKeyUsage([.serverAuth]))
        #expect(try leaf.extensions.keyUsage == KeyUsage(digitalSignature: true))
        #expect(CertificateNames(leaf) == Self.names)
        #expect(authority.hasIssued(leaf))
        #expect(!(try CertificateAuthority(for: Self.names, now: Self.now)).hasIssued(leaf))
        #expect(try await Self.server(pem).names == Self.names)
    }

    @Test func `a certificate ends no later than its authority`() throws {
        let authority = try CertificateAuthority(for: Self.names, now: Self.now)

        let pem = try authority.issue(for: Self.names, now: Self.now + 3600 * Self.day)

        #expect(try Self.leaf(pem).notValidAfter == authority.certificate.notValidAfter)
    }

    @Test func `a chain to a trusted authority is public`() async throws {
        let now = Date()
        let authority = try CertificateAuthority(for: Self.names, now: now)
        let pem = try authority.issue(for: Self.names, now: now)

        #expect(!(try await Self.server(pem, now: now).isPublic))
        #expect(
            try await Self.server(
                pem, now: now, roots: CertificateStore([authority.certificate])
            ).isPublic)
        let other = try CertificateAuthority(for: Self.names, now: now)
        #expect(
            !(try await Self.server(
                pem, now: now, roots: CertificateStore([other.certificate])
            ).isPublic))
    }

    @Test func `files that are not a certificate with its key are refused with a remedy`()
        async throws
    {
        let authority = try CertificateAuthority(for: Self.names, now: Self.now)
        let pem = try authority.issue(for: Self.names, now: Self.now)
        let other = try authority.issue(for: Self.names, now: Self.now)
        let end = try #require(pem.range(of: "-----END PRIVATE KEY-----\n")?.upperBound)
        let (key, certificate) = (String(pem[..<end]), String(pem[end...]))
        let encrypted = key.replacingOccurrences(of: "PRIVATE KEY", with: "ENCRYPTED PRIVATE KEY")
        let texts = [
            "", "text", certificate, key, pem + other, other[..<end] + certificate,
            encrypted + certificate, String(pem.dropLast(40)),
            certificate.replacingOccurrences(of: "M", with: "N") + key,
            key + String(repeating: certificate, count: 11),
        ]
        for text in texts {
            do {
                _ = try await Self.server(String(text))
                Issue.record("\(text) was accepted")
            } catch let status as Status {
                #expect(status.code == .invalidArgument)
                #expect(status.hint != nil)
            }
        }
        for now in [Self.now - Self.day, Self.now + 400 * Self.day] {
            await #expect(throws: Status.self) { try await Self.server(pem, now: now) }
        }
    }

    @Test(arguments: [
        ("a.example", true), ("b.example", false), ("x.wild.example", true),
        ("x.y.wild.example", false), ("wild.example", false), ("10.0.0.7", false),
    ])
    func `a certificate covers its names, and one label for an asterisk`(
        host: String, isCovered: Bool
    ) throws {
        let names = CertificateNames(hosts: ["a.example", "*.wild.example"])

        #expect(names.covers(CertificateNames(try PublicAddress("https://\(host)"))) == isCovered)
    }

    @Test func `the names of this machine include the loopback address`() {
        let names = CertificateNames.ofMachine

        #expect(names.hosts.contains("localhost"))
        #expect(names.addresses.contains(.loopback))
    }
}
