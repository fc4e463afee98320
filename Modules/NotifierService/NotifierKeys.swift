import Crypto
import HostFiles
import Memberwise
import RPC
import Texts

/// The keys of the notifier, in a file that only its owner can read. They are created at the first start.
struct NotifierKeys: Sendable {
    /// Signs the tokens of notifications.
    let tokens: SymmetricKey
    /// Identifies this system to push services (RFC 8292).
    let push: P256.Signing.PrivateKey

    /// The contents of the file: keys as base64url.
    @Memberwise
    private struct File: Codable {
        var tokens: String
        var push: String
    }

    private static let tokenKeyBytes = 32
    private static let sizeLimit = 4096

    /// - Throws: FAILED_PRECONDITION with the path if the file exists and is invalid.
    init(path: String) throws {
        if let bytes = try Files.readIfPresent(path, limit: Self.sizeLimit) {
            guard let file = try? JSONBody.decode(File.self, from: Bytes(bytes)),
                let tokens = Base64URL.bytes(file.tokens), tokens.count == Self.tokenKeyBytes,
                let push = Base64URL.bytes(file.push).flatMap({
                    try? P256.Signing.PrivateKey(rawRepresentation: $0)
                })
            else {
                throw Status(
                    .failedPrecondition, "\(path) has no valid keys.",
                    hint: "Move the file away, and switch on notifications in each browser again.")
            }
            (self.tokens, self.push) = (SymmetricKey(data: tokens), push)
            return
        }
        tokens = SymmetricKey(size: .bits256)
        push = P256.Signing.PrivateKey()
        let file = File(
            tokens: Base64URL.text(tokens.withUnsafeBytes { Array($0) }),
            push: Base64URL.text(Array(push.rawRepresentation)))
        try Files.writeAtomically(
            try JSONBody.encode(file).array(of: UInt8.self), to: path)
    }

    /// The public key with which browsers subscribe: a point of P-256 as base64url.
    var pushKey: String { Base64URL.text(Array(push.publicKey.x963Representation)) }
}
