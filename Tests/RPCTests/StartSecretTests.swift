import Testing

@testable import RPC

struct StartSecretTests {
    /// J.-P. Aumasson, D. J. Bernstein, SipHash: a fast short-input PRF (2012), appendix A, and the first
    /// vectors of the reference implementation.
    @Test(
        arguments: [
            (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (8, 0x93f5_f579_9a93_2462),
            (15, 0xa129_ca61_49be_45e5),
        ] as [(Int, UInt64)])
    func `the hash matches the SipHash-2-4 test vectors`(count: Int, hash: UInt64) {
        let bytes = (0..<count).map { UInt8($0) }

        #expect(SipHash.hash(bytes, 0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908) == hash)
    }

    @Test func `a secret is unchanged by formatting and parsing`() {
        let secret = StartSecret()

        #expect(secret.text.utf8.count == 32)
        #expect(StartSecret(text: secret.text) == secret)
    }

    @Test(arguments: [
        "", "0", String(repeating: "g", count: 32), String(repeating: "0", count: 33),
    ])
    func `a malformed secret is refused`(text: String) {
        #expect(StartSecret(text: text) == nil)
    }

    @Test func `a token is accepted for its holder only`() {
        let secret = StartSecret()
        let token = secret.token(of: .instance("a"))

        #expect(secret.accepts(token, of: .instance("a")))
        #expect(!secret.accepts(token, of: .instance("b")))
        #expect(!secret.accepts(token, of: .supervisor))
        #expect(!secret.accepts(String(token.dropLast()), of: .instance("a")))
        #expect(!StartSecret().accepts(token, of: .instance("a")))
    }
}
