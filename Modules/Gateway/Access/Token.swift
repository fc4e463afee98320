import Crypto
import Texts

/// A random secret of 256 bits. Only its hash is stored.
struct Token: Sendable {
    /// 64 hexadecimal digits.
    let text: String

    init() {
        text = (0..<4).map { _ in UInt64.random(in: .min ... .max).hexDigits }.joined()
    }

    var hash: String { Self.hash(of: text) }

    /// The SHA-256 of a token, as hexadecimal digits.
    static func hash(of text: String) -> String {
        SHA256.hash(data: Array(text.utf8)).hexDigits
    }
}
