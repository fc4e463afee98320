import Crypto
import Foundation
import RPC
import Testing
import Texts

@testable import Gateway

/// An authenticator with one passkey, and the browser that speaks to it. Each part of a response can be
/// replaced.
private struct Authenticator {
    var key = P256.Signing.PrivateKey()
    var id: [UInt8] = Array(0..<32)
    var party = "localhost"
    var origin = "http://localhost:8420"
    /// Present and verified.
    var flags: UInt8 = 0x05
    var counter: UInt32 = 0
    var algorithm: [UInt8] = [0x26]
    var format = "none"
    var statement: [UInt8] = [0xA0]
    var more = ""

    func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
        Array(
            #"{"type":"\#(type)","challenge":"\#(Base64URL.text(challenge))","origin":"\#(origin)"\#(more)}"#
                .utf8)
    }

    private func head(_ flags: UInt8) -> [UInt8] {
        Array(SHA256.hash(data: Array(party.utf8))) + [flags]
            + withUnsafeBytes(of: counter.bigEndian) { Array($0) }
    }

    var coseKey: [UInt8] {
        let point = Array(key.publicKey.rawRepresentation)
        return [0xA5, 0x01, 0x02, 0x03] + algorithm + [0x20, 0x01, 0x21, 0x58, 0x20] + point[..<32]
            + [0x22, 0x58, 0x20] + point[32...]
    }

    var registrationData: [UInt8] {
        head(flags | 0x40) + [UInt8](repeating: 0, count: 16) + [0, UInt8(id.count)] + id + coseKey
    }

    func attestation(_ data: [UInt8]) -> [UInt8] {
        [0xA3, 0x63] + Array("fmt".utf8) + [0x60 | UInt8(format.utf8.count)] + Array(format.utf8)
            + [0x67] + Array("attStmt".utf8) + statement + [0x68] + Array("authData".utf8)
            + [0x58, UInt8(data.count)] + data
    }

    var loginData: [UInt8] { head(flags) }

    func signature(_ clientData: [UInt8]) throws -> [UInt8] {
        let signed = loginData + Array(SHA256.hash(data: clientData))
        return Array(try key.signature(for: signed).derRepresentation)
    }
}

@Suite struct PasskeyTests {
    private static let now: Int64 = 1_790_000_000
    private static let registration = PasskeyChallenges.Attempt.registration(session: "s")
    private static let login = PasskeyChallenges.Attempt.login(cookie: "c")

    private static func party() throws -> RelyingParty {
        try #require(
            RelyingParty(authority: "localhost:8420", isSecure: false, publicAddress: nil))
    }

    private static func register(
        _ authenticator: Authenticator, type: String = "webauthn.create",
        made: PasskeyChallenges.Attempt = registration, after: Int64 = 0,
        edit: ([UInt8]) -> [UInt8] = { $0 }
    ) throws -> PasskeyKey {
        let challenges = PasskeyChallenges()
        let challenge = challenges.create(for: made, now: now)
        let verifier = PasskeyVerifier(
            party: try party(), challenges: challenges, attempt: registration, now: now + after)
        return try verifier.registration(
            clientData: authenticator.clientData(type, challenge),
            attestation: edit(authenticator.attestation(authenticator.registrationData))
        ).credential.key
    }

    private static func login(
        _ authenticator: Authenticator, key: PasskeyKey? = nil, stored: UInt32 = 0,
        made: PasskeyChallenges.Attempt = login, type: String = "webauthn.get",
        edit: ([UInt8]) -> [UInt8] = { $0 }
    ) throws -> UInt32 {
        let challenges = PasskeyChallenges()
        let challenge = challenges.create(for: made, now: now)
        let verifier = PasskeyVerifier(
            party: try party(), challenges: challenges, attempt: login, now: now)
        let clientData = authenticator.clientData(type, challenge)
        let own = try #require(
            PasskeyKey(bytes: [4] + Array(authenticator.key.publicKey.rawRepresentation)))
        return try verifier.login(
            clientData: clientData, authenticatorData: edit(authenticator.loginData),
            signature: try authenticator.signature(clientData), key: key ?? own, stored: stored)
    }

    // MARK: Registration

    @Test func `a registration has the key of the authenticator`() throws {
        let authenticator = Authenticator()

        let key = try Self.register(authenticator)

        #expect(key.bytes.dropFirst() == Array(authenticator.key.publicKey.rawRepresentation)[...])
    }

    @Test func `a registration for another request, address or attempt is refused`() throws {
        let cases: [(PasskeyFault, () throws -> PasskeyKey)] = [
            (.otherType, { try Self.register(Authenticator(), type: "webauthn.get") }),
            (.otherOrigin, { try Self.register(Authenticator(origin: "http://localhost:1")) }),
            (.otherOrigin, { try Self.register(Authenticator(origin: "https://localhost:8420")) }),
            (.otherOrigin, { try Self.register(Authenticator(origin: "http://evil.example")) }),
            (.otherOrigin, { try Self.register(Authenticator(party: "evil.example")) }),
            (.otherOrigin, { try Self.register(Authenticator(more: #","crossOrigin":true"#)) }),
            (.challenge, { try Self.register(Authenticator(), made: Self.login) }),
            (.challenge, { try Self.register(Authenticator(), made: .registration(session: "t")) }),
            (.challenge, { try Self.register(Authenticator(), after: 301) }),
            (.unverified, { try Self.register(Authenticator(flags: 0x01)) }),
            (.unverified, { try Self.register(Authenticator(flags: 0x04)) }),
            (.attestation, { try Self.register(Authenticator(format: "packed")) }),
            (
                .attestation,
                { try Self.register(Authenticator(statement: [0xA1, 0x61, 0x61, 0x01])) }
            ),
        ]
        for (index, (fault, body)) in cases.enumerated() {
            #expect(throws: fault, "case \(index)") { try body() }
        }
    }

    @Test func `a key of another algorithm or outside of the curve is refused`() throws {
        // RS256, EdDSA, ES384.
        for algorithm: [UInt8] in [[0x39, 0x01, 0x00], [0x27], [0x38, 0x22], [0x06]] {
            #expect(throws: PasskeyFault.malformed) {
                try Self.register(Authenticator(algorithm: algorithm))
            }
        }
        #expect(PasskeyKey(bytes: [4] + [UInt8](repeating: 1, count: 64)) == nil)
        #expect(PasskeyKey(bytes: []) == nil)
    }

    @Test func `truncated, extended and hostile attestations are refused`() throws {
        let authenticator = Authenticator()
        let whole = authenticator.attestation(authenticator.registrationData)
        for count in whole.indices {
            #expect(throws: PasskeyFault.malformed) {
                try Self.register(authenticator) { Array($0[..<count]) }
            }
        }
        for bytes in [
            whole + [0], [0xBB] + [UInt8](repeating: 0xFF, count: 8),
            [0x5B] + [UInt8](repeating: 0xFF, count: 8) + whole,
            [UInt8](repeating: 0x81, count: 100_000), [UInt8](repeating: 0, count: 20_000),
        ] {
            #expect(throws: PasskeyFault.malformed) {
                try Self.register(authenticator) { _ in bytes }
            }
        }
    }

    @Test func `truncated authenticator data is refused`() {
        let data = Authenticator().registrationData
        #expect(AuthenticatorData(data)?.credential != nil)
        for count in data.indices { #expect(AuthenticatorData(Array(data[..<count])) == nil) }
        #expect(AuthenticatorData(data + [0]) == nil)
        var long = data
        long[37 + 16] = 0xFF
        long[37 + 17] = 0xFF
        #expect(AuthenticatorData(long) == nil)
    }

    @Test(arguments: [
        "", "{}", "[]", "{\"type\":1}", "{\"type\":\"webauthn.get\",\"challenge\":\"AA\"}",
        "{\"type\":\"webauthn.get\",\"challenge\":\"AA\",\"origin\":\"x\"", "\u{FEFF}{}",
    ])
    func `client data in another form is refused`(text: String) throws {
        let verifier = PasskeyVerifier(
            party: try Self.party(), challenges: PasskeyChallenges(), attempt: Self.login,
            now: Self.now)
        let key = try #require(
            PasskeyKey(bytes: [4] + Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)))
        #expect(throws: PasskeyFault.malformed) {
            try verifier.login(
                clientData: Array(text.utf8), authenticatorData: [], signature: [], key: key,
                stored: 0)
        }
    }

    // MARK: Login

    @Test func `a login with the key of the registration is accepted`() throws {
        let authenticator = Authenticator(counter: 3)

        #expect(try Self.login(authenticator, stored: 2) == 3)
        #expect(try Self.login(Authenticator()) == 0)
    }

    @Test func `a login with another key, counter, request or address is refused`() throws {
        let other = try Self.register(Authenticator())
        let cases: [(PasskeyFault, () throws -> UInt32)] = [
            (.signature, { try Self.login(Authenticator(), key: other) }),
            (.counter, { try Self.login(Authenticator(counter: 3), stored: 3) }),
            (.counter, { try Self.login(Authenticator(counter: 2), stored: 3) }),
            (.counter, { try Self.login(Authenticator(), stored: 3) }),
            (.otherType, { try Self.login(Authenticator(), type: "webauthn.create") }),
            (.otherOrigin, { try Self.login(Authenticator(origin: "http://evil.example")) }),
            (.otherOrigin, { try Self.login(Authenticator(party: "evil.example")) }),
            (.challenge, { try Self.login(Authenticator(), made: .login(cookie: "d")) }),
            (.challenge, { try Self.login(Authenticator(), made: .registration(session: "c")) }),
            (.unverified, { try Self.login(Authenticator(flags: 0x01)) }),
            (.malformed, { try Self.login(Authenticator()) { $0 + [0] } }),
            (.malformed, { try Self.login(Authenticator()) { Array($0.dropLast()) } }),
        ]
        for (index, (fault, body)) in cases.enumerated() {
            #expect(throws: fault, "case \(index)") { try body() }
        }
    }

    @Test func `a response is accepted once`() throws {
        let challenges = PasskeyChallenges()
        let authenticator = Authenticator()
        let verifier = PasskeyVerifier(
            party: try Self.party(), challenges: challenges, attempt: Self.login, now: Self.now)
        let clientData = authenticator.clientData(
            "webauthn.get", challenges.create(for: Self.login, now: Self.now))
        let key = try #require(
            PasskeyKey(bytes: [4] + Array(authenticator.key.publicKey.rawRepresentation)))
        let send = {
            try verifier.login(
                clientData: clientData, authenticatorData: authenticator.loginData,
                signature: authenticator.signature(clientData), key: key, stored: 0)
        }

        #expect(try send() == 0)
        #expect(throws: PasskeyFault.challenge) { try send() }
    }

    @Test func `a challenge with a changed byte is refused`() {
        let challenges = PasskeyChallenges()
        let challenge = challenges.create(for: Self.login, now: Self.now)
        for index in challenge.indices {
            var changed = challenge
            changed[index] ^= 1
            #expect(!challenges.use(changed, for: Self.login, now: Self.now))
        }
        #expect(!challenges.use(Array(challenge.dropLast()), for: Self.login, now: Self.now))
        #expect(!PasskeyChallenges().use(challenge, for: Self.login, now: Self.now))
        #expect(!challenges.use(challenge, for: Self.login, now: Self.now + 301))
        #expect(challenges.use(challenge, for: Self.login, now: Self.now + 300))
    }

    // MARK: The relying party

    @Test(
        arguments: [
            ("localhost:8420", false, nil, "localhost http://localhost:8420"),
            ("localhost:8420", true, nil, "localhost https://localhost:8420"),
            ("127.0.0.1:8420", false, nil, ""), ("[::1]:8420", true, nil, ""),
            ("a.example", true, nil, ""),
            ("a.example", true, "https://a.example", "a.example https://a.example"),
            ("a.example:443", true, "https://a.example", "a.example https://a.example"),
            ("a.example:8420", true, "https://a.example", ""),
            ("a.example", false, "https://a.example", ""),
            ("b.example", true, "https://a.example", ""),
            ("10.0.0.1", true, "https://10.0.0.1", ""),
            ("a.example", false, "http://a.example", ""),
        ] as [(String, Bool, String?, String)])
    func `passkeys are for localhost and the encrypted public name`(
        authority: String, isSecure: Bool, publicURL: String?, expected: String
    ) throws {
        let party = RelyingParty(
            authority: authority, isSecure: isSecure,
            publicAddress: try publicURL.map { try PublicAddress($0) })

        #expect((party.map { "\($0.id) \($0.origin)" } ?? "") == expected)
    }

    // MARK: The store

    private static func withPasskeys(_ body: (Passkeys, String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("dl-passkeys-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(Passkeys(path: path), path)
    }

    private static func passkey(
        _ name: String, _ profile: String = "default", counter: UInt32 = 0
    ) -> Passkeys.Passkey {
        let key = [4] + Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)
        return Passkeys.Passkey(
            name: name, profile: profile, party: "localhost", credential: "id-\(profile)-\(name)",
            key: Base64URL.text(key), counter: counter, created: now)
    }

    @Test func `passkeys are kept in a private file, each with a name of its own`() throws {
        try Self.withPasskeys { passkeys, path in
            try passkeys.add(Self.passkey("Phone"))
            try passkeys.add(Self.passkey("Phone", "kim"))

            for name in ["Phone", "", String(repeating: "x", count: 65), "a\nb"] {
                #expect(throws: Status.self) { try passkeys.add(Self.passkey(name)) }
            }
            var copy = Self.passkey("Tablet")
            copy.credential = Self.passkey("Phone").credential
            #expect(throws: Status.self) { try passkeys.add(copy) }
            #expect(try Passkeys(path: path).list(of: "kim").map(\.name) == ["Phone"])
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            try Data("[]".utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: Status.self) { try Passkeys(path: path) }
        }
    }

    @Test func `a login stores its counter and time, and only for its site`() throws {
        try Self.withPasskeys { passkeys, path in
            let stored = Self.passkey("Phone", counter: 4)
            try passkeys.add(stored)
            let party = try Self.party()
            let other = try #require(
                RelyingParty(
                    authority: "a.example", isSecure: true,
                    publicAddress: PublicAddress("https://a.example")))

            let profile = try passkeys.use(stored.credential, for: party, now: Self.now + 9) {
                #expect($1 == 4)
                return 5
            }

            #expect(profile == "default")
            let read = try #require(try Passkeys(path: path).list(of: "default").first)
            #expect(read.counter == 5)
            #expect(read.used == Self.now + 9)
            #expect(throws: PasskeyFault.unknown) {
                try passkeys.use(stored.credential, for: other, now: Self.now) { _, _ in 6 }
            }
            #expect(throws: PasskeyFault.unknown) {
                try passkeys.use("other", for: party, now: Self.now) { _, _ in 6 }
            }
            // Another login has stored a higher counter in the meantime.
            #expect(throws: PasskeyFault.unknown) {
                try passkeys.use(stored.credential, for: party, now: Self.now) { _, _ in 5 }
            }
        }
    }

    @Test func `a passkey of another profile cannot be removed`() throws {
        try Self.withPasskeys { passkeys, _ in
            try passkeys.add(Self.passkey("Phone"))

            #expect(throws: Status.self) { try passkeys.remove("Phone", of: "kim") }
            #expect(!passkeys.isEmpty)
            try passkeys.remove("Phone", of: "default")

            #expect(passkeys.isEmpty)
        }
    }

    @Test(arguments: [[], [0], [0xFB, 0xFF], [0, 1, 2], Array(0...255)] as [[UInt8]])
    func `bytes survive base64url`(bytes: [UInt8]) {
        let text = Base64URL.text(bytes)

        #expect(Base64URL.bytes(text) == bytes)
        #expect(!text.contains("=") && !text.contains("+") && !text.contains("/"))
        #expect(Base64URL.bytes(text + "=") == nil)
        #expect(Base64URL.bytes(text + "+") == nil)
    }
}
