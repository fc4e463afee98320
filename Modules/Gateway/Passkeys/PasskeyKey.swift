import Crypto

/// The public key of a passkey: ES256, which every authenticator has.
package struct PasskeyKey: Hashable, Sendable {
    /// 65 bytes: 4, x and y.
    package let bytes: [UInt8]

    private static let coordinateBytes = 32

    /// - Parameter cose: The COSE key (RFC 9053); nil for another algorithm, curve or form.
    init?(cose: CBOR) {
        guard cose[.unsigned(1)] == .unsigned(2), cose[.unsigned(3)] == .negative(6),
            cose[.negative(0)] == .unsigned(1), case .bytes(let x) = cose[.negative(1)],
            case .bytes(let y) = cose[.negative(2)], x.count == Self.coordinateBytes,
            y.count == Self.coordinateBytes
        else { return nil }
        self.init(bytes: [4] + x + y)
    }

    /// - Parameter bytes: The value of ``bytes``; the result is nil if it is not a point of the curve.
    init?(bytes: [UInt8]) {
        guard (try? P256.Signing.PublicKey(x963Representation: bytes)) != nil else { return nil }
        self.bytes = bytes
    }

    /// True if the signature in DER is one of the data.
    func verifies(_ signature: [UInt8], of data: [UInt8]) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: bytes),
            let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { return false }
        return key.isValidSignature(parsed, for: data)
    }
}
