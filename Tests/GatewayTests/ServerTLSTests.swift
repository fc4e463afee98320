import Contracts
import Foundation
import Logging
import RPC
import Synchronization
import Testing
import X509

@testable import Gateway

/// The files of certificates in a folder of its own, with a clock and names that a test sets.
private final class Fixture: Sendable {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("dl-tls-\(UUID().uuidString)").path
    let time = Mutex<Int64>(1_790_000_000)
    let names = Mutex(CertificateNames(hosts: ["localhost"], addresses: [.loopback]))
    /// The number of times that the public authorities were read.
    let reads = Mutex(0)

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var date: Date { Date(timeIntervalSince1970: TimeInterval(time.withLock { $0 })) }

    func tls() -> ServerTLS {
        ServerTLS(
            local: LocalCertificates(folder: "\(folder)/own") { [self] in names.withLock { $0 } },
            roots: { [self] in
                reads.withLock { $0 += 1 }
                return CertificateStore()
            }, logger: Logger(label: "test"), now: { [self] in time.withLock { $0 } })
    }

    func write(_ text: String, _ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}

@Suite struct ServerTLSTests {
    private static let day: Int64 = 86_400

    private static func settings(
        _ publicURL: String? = nil, certificate: String = "local", key: String? = nil
    ) throws -> WebSettings {
        try WebSettings(
            WebAccess.Settings(
                listen: "127.0.0.1", publicURL: publicURL, prefix: "", trustedProxies: [],
                identityHeader: nil, certificate: certificate, key: key))
    }

    // MARK: The own certificate

    @Test func `the files of the own authority are private`() throws {
        let fixture = try Fixture()

        try fixture.tls().local.issue(for: nil, replacesAuthority: false, now: fixture.date)

        for name in ["authority.pem", "server.pem"] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: "\(fixture.folder)/own/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func `the public authorities are read for files of a certificate only`() async throws {
        let fixture = try Fixture()
        let tls = fixture.tls()
        try tls.local.issue(for: nil, replacesAuthority: false, now: fixture.date)
        try await tls.use(Self.settings())
        let readsOfOwn = fixture.reads.withLock { $0 }
        let file = "\(fixture.folder)/own/server.pem"
        let empty = try fixture.write("", "key.pem")

        try await tls.use(Self.settings(certificate: file, key: empty))

        #expect(readsOfOwn == 0)
        #expect(fixture.reads.withLock { $0 } > 0)
    }

    @Test func `the own certificate is renewed within its last thirty days`() async throws {
        let fixture = try Fixture()
        let tls = fixture.tls()
        try tls.local.issue(for: nil, replacesAuthority: false, now: fixture.date)
        try await tls.use(Self.settings())
        let first = try #require(tls.certificate)

        fixture.time.withLock { $0 += 366 * Self.day }
        await tls.refresh(try Self.settings())
        #expect(tls.certificate?.leaf == first.leaf)
        fixture.time.withLock { $0 += 2 * Self.day }
        await tls.refresh(try Self.settings())

        let second = try #require(tls.certificate)
        #expect(second.leaf != first.leaf)
        #expect(second.leaf.issuer == first.leaf.issuer)
        #expect(tls.problem == nil)
    }

    @Test func `an own certificate that expired while nothing ran is renewed at the start`()
        async throws
    {
        let fixture = try Fixture()
        try fixture.tls().local.issue(for: nil, replacesAuthority: false, now: fixture.date)
        fixture.time.withLock { $0 += 500 * Self.day }
        let tls = fixture.tls()

        try await tls.use(Self.settings())

        #expect(try #require(tls.certificate).leaf.notValidAfter > fixture.date)
    }

    @Test func `another address of this machine is added to the own certificate`() async throws {
        let fixture = try Fixture()
        let tls = fixture.tls()
        try tls.local.issue(for: nil, replacesAuthority: false, now: fixture.date)
        try await tls.use(Self.settings())
        let address = IPAddress(bytes: [192, 168, 1, 9])

        fixture.names.withLock { $0.formUnion(CertificateNames(addresses: [address])) }
        await tls.refresh(try Self.settings())

        #expect(try #require(tls.certificate).names.addresses.contains(address))
    }

    @Test
    func `a public URL that the authority cannot certify is refused, and another authority can`()
        async throws
    {
        let fixture = try Fixture()
        let tls = fixture.tls()
        let first = try tls.local.issue(for: nil, replacesAuthority: false, now: fixture.date)
        let settings = try Self.settings("https://dayline.example")

        let refusal = await #expect(throws: Status.self) { try await tls.prepare(settings) }
        #expect(
            refusal?.hint?.contains("--new-authority --public-url https://dayline.example") == true)
        try await tls.prepare(Self.settings("https://box.lan"))
        let (authority, certificate) = try await tls.issue(settings, replacesAuthority: true)

        #expect(authority.certificate != first.certificate)
        #expect(certificate.names.hosts.contains("dayline.example"))
        try await tls.use(settings)
    }

    @Test func `settings without an authority are refused with the command that creates one`()
        async throws
    {
        let tls = try Fixture().tls()

        let error = await #expect(throws: Status.self) { try await tls.use(Self.settings()) }

        #expect(error?.hint?.contains("dayline web certificate") == true)
    }

    // MARK: Files

    @Test func `changed files are used, and invalid ones leave the certificate in use`()
        async throws
    {
        let fixture = try Fixture()
        let tls = fixture.tls()
        let names = CertificateNames(hosts: ["a.example"])
        let authority = try CertificateAuthority(for: names, now: fixture.date)
        let first = try fixture.write(authority.issue(for: names, now: fixture.date), "a.pem")
        let empty = try fixture.write("", "key.pem")
        let settings = try Self.settings("https://a.example", certificate: first, key: empty)
        try await tls.use(settings)
        let used = try #require(tls.certificate).leaf

        _ = try fixture.write("damaged", "a.pem")
        await tls.refresh(settings)

        #expect(tls.certificate?.leaf == used)
        #expect(tls.problem?.contains(first) == true)

        _ = try fixture.write(authority.issue(for: names, now: fixture.date), "a.pem")
        await tls.refresh(settings)

        #expect(try #require(tls.certificate).leaf != used)
        #expect(tls.problem == nil)
    }

    @Test func `files for another name than the public URL are refused`() async throws {
        let fixture = try Fixture()
        let names = CertificateNames(hosts: ["a.example"])
        let authority = try CertificateAuthority(for: names, now: fixture.date)
        let file = try fixture.write(authority.issue(for: names, now: fixture.date), "a.pem")
        let empty = try fixture.write("", "key.pem")

        for (url, isValid) in [("https://a.example", true), ("https://b.example", false)] {
            let settings = try Self.settings(url, certificate: file, key: empty)
            let isUsed = (try? await fixture.tls().prepare(settings)) != nil
            #expect(isUsed == isValid, "\(url)")
        }
    }

    @Test func `an expired certificate remains in use and is reported`() async throws {
        let fixture = try Fixture()
        let tls = fixture.tls()
        let names = CertificateNames(hosts: ["a.example"])
        let authority = try CertificateAuthority(for: names, now: fixture.date)
        let file = try fixture.write(authority.issue(for: names, now: fixture.date), "a.pem")
        let empty = try fixture.write("", "key.pem")
        let settings = try Self.settings(certificate: file, key: empty)
        try await tls.use(settings)

        fixture.time.withLock { $0 += 400 * Self.day }
        await tls.refresh(settings)

        #expect(tls.certificate != nil)
        #expect(tls.problem?.contains("expired") == true)
    }
}
