import Contracts
import RPC
import Testing

@testable import Gateway

struct WebSettingsTests {
    private static func settings(
        listen: String = "127.0.0.1", publicURL: String? = nil, prefix: String = "",
        proxies: [String] = [], header: String? = nil, certificate: String? = nil,
        key: String? = nil
    ) throws -> WebSettings {
        try WebSettings(
            WebAccess.Settings(
                listen: listen, publicURL: publicURL, prefix: prefix, trustedProxies: proxies,
                identityHeader: header, certificate: certificate, key: key))
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:8420"), ("localhost:0", "127.0.0.1:0"),
        ("0.0.0.0:443", "0.0.0.0:443"), ("::", "[::]:8420"), ("[::1]:9", "[::1]:9"),
        ("[fe80::1]", "[fe80::1]:8420"), ("::ffff:10.0.0.1", "10.0.0.1:8420"),
    ])
    func `an address to listen on is an IP address with or without a port`(
        text: String, expected: String
    ) throws {
        #expect("\(try ListenAddress(text))" == expected)
    }

    @Test(arguments: [
        "", "example.org", "1.2.3.4:", "1.2.3.4:65536", "1.2.3.4:-1", "[::1", "[::1]9", "[::1]x:9",
        "1.2.3", "1.2.3.4:1:2", "%eth0",
    ])
    func `another text is not an address to listen on`(text: String) {
        #expect(throws: Status.self) { try ListenAddress(text) }
    }

    @Test(arguments: [
        ("https://Dayline.Example", "https://dayline.example"),
        ("https://dayline.example:443/", "https://dayline.example"),
        ("http://10.0.0.1:8420", "http://10.0.0.1:8420"), ("http://[::1]:80", "http://[::1]"),
    ])
    func `a public address is a scheme, a host and a port other than the default`(
        text: String, expected: String
    ) throws {
        #expect("\(try PublicAddress(text))" == expected)
    }

    @Test(arguments: [
        "", "dayline.example", "ftp://a", "https://", "https://a/b", "https://a:0", "https://a:b",
        "https://a b", "https://a\"", "https://[x]", "https://u@h", "https://h?x",
    ])
    func `another text is not a public address`(text: String) {
        #expect(throws: Status.self) { try PublicAddress(text) }
    }

    @Test(arguments: [("", ""), ("/", ""), ("dayline", "/dayline"), ("//a//b/", "/a/b")])
    func `a prefix has a slash at its start and none at its end`(text: String, expected: String)
        throws
    {
        #expect(try Self.settings(prefix: text).prefix == expected)
    }

    @Test(arguments: ["/a b", "/..", "/a/./b", "/\"", "/ä", "/a?b", "/a;b", "/\r\n"])
    func `a prefix with other characters is refused`(text: String) {
        #expect(throws: Status.self) { try Self.settings(prefix: text) }
    }

    @Test func `an identity header needs a trusted proxy and a name without another meaning`()
        throws
    {
        #expect(throws: Status.self) { try Self.settings(header: "Remote-User") }
        for name in ["", "Cookie", "x-forwarded-for", "a b", "a:b"] {
            #expect(throws: Status.self, "\(name)") {
                try Self.settings(proxies: ["127.0.0.1"], header: name)
            }
        }
        #expect(
            try Self.settings(proxies: ["127.0.0.1"], header: "Remote-User").identityHeader
                == "Remote-User")
    }

    @Test func `settings are equal after encoding and decoding`() throws {
        let settings = try Self.settings(
            listen: "0.0.0.0", publicURL: "https://a.example", prefix: "/d",
            proxies: ["::1", "10.0.0.1"], header: "Remote-User")

        #expect(try WebSettings(settings.message) == settings)
    }

    @Test func `names of other sites are not those of the server`() throws {
        let local = try Self.settings()
        for own in ["127.0.0.1:8420", "localhost:8420", "[::1]:8420"] {
            #expect(local.isOwn(own, port: 8420, isEncrypted: false), "\(own)")
        }
        for other in [
            "localhost", "127.0.0.1:1", "evil.example:8420", "10.0.0.1:8420", "", ":8420",
        ] {
            #expect(!local.isOwn(other, port: 8420, isEncrypted: false), "\(other)")
        }
        let shared = try Self.settings(
            listen: "0.0.0.0", publicURL: "https://a.example", proxies: ["10.0.0.9"])
        for own in ["a.example", "A.example:443", "10.0.0.1:8420", "127.0.0.1:8420"] {
            #expect(shared.isOwn(own, port: 8420, isEncrypted: false), "\(own)")
        }
        for other in ["a.example:8420", "b.example", "10.0.0.1", "a.example.evil.example"] {
            #expect(!shared.isOwn(other, port: 8420, isEncrypted: false), "\(other)")
        }
    }

    @Test func `links use the public address and the prefix`() throws {
        #expect(try Self.settings().address(port: 1, isEncrypted: false) == "http://127.0.0.1:1/")
        #expect(
            try Self.settings(listen: "0.0.0.0", prefix: "/d", proxies: ["10.0.0.1"])
                .address(port: 1, isEncrypted: false) == "http://127.0.0.1:1/d/")
        #expect(
            try Self.settings(publicURL: "https://a.example", prefix: "/d").address(
                port: 1, isEncrypted: false)
                == "https://a.example/d/")
    }

    @Test func `an address beyond loopback needs encryption and a credential`() throws {
        try Self.settings(listen: "127.0.0.2").requireProtection(hasCredential: false)
        let open = try Self.settings(listen: "0.0.0.0")
        #expect(throws: Status.self) { try open.requireProtection(hasCredential: true) }
        let proxied = try Self.settings(listen: "::", proxies: ["10.0.0.1"])
        #expect(throws: Status.self) { try proxied.requireProtection(hasCredential: false) }
        try proxied.requireProtection(hasCredential: true)
        try Self.settings(listen: "::", proxies: ["10.0.0.1"], header: "Remote-User")
            .requireProtection(hasCredential: false)
    }

    @Test func `a certificate is local or two absolute paths`() throws {
        #expect(try Self.settings().certificate == nil)
        #expect(try Self.settings(certificate: "local").certificate == .local)
        let files = try Self.settings(certificate: "/a.pem", key: "/b.pem")
        #expect(files.certificate == .files(certificate: "/a.pem", key: "/b.pem"))
        #expect(try WebSettings(files.message) == files)
        for (certificate, key) in [("/a.pem", nil), ("a.pem", "/b.pem"), ("/a.pem", "b.pem")] {
            #expect(throws: Status.self) { try Self.settings(certificate: certificate, key: key) }
        }
    }

    @Test func `a server with a certificate has an encrypted public URL`() throws {
        #expect(throws: Status.self) {
            try Self.settings(publicURL: "http://a.example", certificate: "local")
        }
        let settings = try Self.settings(publicURL: "https://a.example", certificate: "local")
        #expect(settings.address(port: 1, isEncrypted: true) == "https://a.example/")
        #expect(
            try Self.settings(certificate: "local").address(port: 1, isEncrypted: true)
                == "https://127.0.0.1:1/")
    }

    @Test func `a certificate encrypts an address beyond loopback`() throws {
        let settings = try Self.settings(listen: "0.0.0.0", certificate: "local")
        #expect(throws: Status.self) { try settings.requireProtection(hasCredential: false) }
        try settings.requireProtection(hasCredential: true)
    }

    @Test func `the default port is 443 with TLS and 80 without`() throws {
        let settings = try Self.settings(listen: "0.0.0.0")
        for own in ["10.0.0.1", "10.0.0.1:443", "localhost"] {
            #expect(settings.isOwn(own, port: 443, isEncrypted: true), "\(own)")
        }
        #expect(!settings.isOwn("10.0.0.1", port: 443, isEncrypted: false))
        #expect(settings.isOwn("10.0.0.1", port: 80, isEncrypted: false))
        #expect(!settings.isOwn("evil.example", port: 443, isEncrypted: true))
    }
}
