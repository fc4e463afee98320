import Crypto
import Texts

/// The secret with which one delivery is answered: 128 random bits and their signature for the delivery.
///
/// The delivery log has the answer, so that a token has one effect at most.
struct ActionToken: Sendable {
    private static let nonceDigits = 32
    private static let digits = 96

    /// 96 hexadecimal digits.
    let text: String

    /// A new token of a delivery.
    init(of delivery: String, _ key: SymmetricKey) {
        let nonce = (0..<2).map { _ in UInt64.random(in: .min ... .max).hexDigits }.joined()
        text = nonce + Self.signature(nonce, delivery, key).hexDigits
    }

    /// True if a text is a token that the key has signed for the delivery.
    static func isValid(_ text: String, of delivery: String, _ key: SymmetricKey) -> Bool {
        guard text.utf8.count == digits else { return false }
        let nonce = String(text.prefix(nonceDigits))
        let expected = Array(signature(nonce, delivery, key).hexDigits.utf8)
        // Each digit is compared, so that the time says nothing about the first difference.
        let actual = text.utf8.dropFirst(nonceDigits)
        return zip(expected, actual).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func signature(
        _ nonce: String, _ delivery: String, _ key: SymmetricKey
    ) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Array("\(nonce)/\(delivery)".utf8), using: key)
    }
}
