import Contracts
import Crypto
import Texts

/// The keys of a browser to which messages are encrypted.
struct PushKey: Sendable {
    let browser: P256.KeyAgreement.PublicKey
    /// 16 bytes.
    let secret: [UInt8]
}

extension Contracts.Notifications.Subscription {
    private static let secretBytes = 16

    /// The keys; nil if they are not a point of P-256 and 16 bytes.
    var key: PushKey? {
        guard let point = Base64URL.bytes(publicKey),
            let browser = try? P256.KeyAgreement.PublicKey(x963Representation: point),
            let secret = Base64URL.bytes(secret), secret.count == Self.secretBytes
        else { return nil }
        return PushKey(browser: browser, secret: secret)
    }
}

/// The encryption of one message for a browser: `aes128gcm` of RFC 8188 with the keys of RFC 8291.
struct PushEncryption {
    private static let recordBytes: UInt32 = 4096
    private static let saltBytes = 16
    /// Marks the end of the last record.
    private static let end: UInt8 = 2

    private let key: PushKey
    private let sender: P256.KeyAgreement.PrivateKey
    private let salt: [UInt8]

    /// `sender` and `salt` are new for each message; tests pass those of RFC 8291.
    init(
        to key: PushKey, sender: P256.KeyAgreement.PrivateKey = .init(),
        salt: [UInt8] = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max) }
    ) {
        (self.key, self.sender, self.salt) = (key, sender, salt)
    }

    /// The body of the request for `plain`, which has to fit a record.
    func encrypted(_ plain: [UInt8]) throws -> [UInt8] {
        let own = Array(sender.publicKey.x963Representation)
        let shared = try sender.sharedSecretFromKeyAgreement(with: key.browser)
        let material = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: key.secret,
            sharedInfo: Array("WebPush: info\0".utf8) + Array(key.browser.x963Representation) + own,
            outputByteCount: 32)
        let contentKey = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, salt: salt,
            info: Array("Content-Encoding: aes128gcm\0".utf8), outputByteCount: 16)
        let nonce = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, salt: salt,
            info: Array("Content-Encoding: nonce\0".utf8), outputByteCount: 12)
        let sealed = try AES.GCM.seal(
            plain + [Self.end], using: contentKey,
            nonce: AES.GCM.Nonce(data: nonce.withUnsafeBytes { Array($0) }))
        let size = (0..<4).map { UInt8(truncatingIfNeeded: Self.recordBytes >> (24 - 8 * $0)) }
        return salt + size + [UInt8(own.count)] + own + Array(sealed.ciphertext)
            + Array(sealed.tag)
    }
}
