import Crypto

/// A random secret of 256 bits. Only its hash is stored.
struct Token: Sendable {
    /// 64 hexadecimal digits.
    let text: String

    init() {
        text = (0..<4).map { _ in Self.hex(UInt64.random(in: .min ... .max)) }.joined()
    }

    var hash: String { Self.hash(of: text) }

    /// The SHA-256 of a token, as hexadecimal digits.
    static func hash(of text: String) -> String {
        SHA256.hash(data: Array(text.utf8)).map { byte in
            byte < 16 ? "0\(String(byte, radix: 16))" : String(byte, radix: 16)
        }.joined()
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
