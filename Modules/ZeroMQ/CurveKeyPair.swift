import CZeroMQ

/// A key pair of CurveZMQ (Curve25519), each key as 40 characters of Z85.
package struct CurveKeyPair: Hashable, Sendable {
    package let publicKey: String
    package let secretKey: String

    /// Characters of a key as text.
    package static let textLength = 40

    /// A new pair from the system's random number generator.
    /// - Throws: If libzmq was built without CURVE.
    package init() throws(ZeroMQError) {
        var publicText = [CChar](repeating: 0, count: Self.textLength + 1)
        var secretText = publicText
        guard zmq_curve_keypair(&publicText, &secretText) == 0 else {
            throw .last("generate a key pair")
        }
        publicKey = Self.text(publicText)
        secretKey = Self.text(secretText)
    }

    /// The pair of a secret key; nil if `secretKey` is not a key.
    package init?(secretKey: String) {
        guard Self.isKey(secretKey) else { return nil }
        var publicText = [CChar](repeating: 0, count: Self.textLength + 1)
        guard zmq_curve_public(&publicText, secretKey) == 0 else { return nil }
        publicKey = Self.text(publicText)
        self.secretKey = secretKey
    }

    /// True if the text has the form of a key.
    package static func isKey(_ text: String) -> Bool { bytes(of: text) != nil }

    /// The text of a key's 32 bytes; nil for another number of bytes.
    package static func text(of bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count == keyBytes,
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
        else { return nil }
        var encoded = [CChar](repeating: 0, count: textLength + 1)
        guard zmq_z85_encode(&encoded, start, bytes.count) != nil else { return nil }
        return text(encoded)
    }

    private static let keyBytes = 32

    private static func bytes(of text: String) -> [UInt8]? {
        guard text.utf8.count == textLength, !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: keyBytes)
        return zmq_z85_decode(&bytes, text) == nil ? nil : bytes
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
