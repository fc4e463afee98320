import Gateway

/// Inputs of the targets that read the responses of authenticators.
enum PasskeyInputs {
    // MARK: CBOR

    /// A COSE key, an attestation, and small values of each kind.
    static var values: [[UInt8]] {
        [
            coseKey,
            [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67]
                + Array("attStmt".utf8) + [0xA0, 0x68] + Array("authData".utf8) + [0x42, 1, 2],
            [0x85, 0x19, 0x03, 0xE8, 0x3B, 0, 0, 0, 1, 0, 0, 0, 0, 0xF4, 0xF6, 0x82, 0x40, 0x60],
        ]
    }

    /// Checks that a value is equal after writing and parsing, in as many bytes.
    static func cbor(_ bytes: UnsafeRawBufferPointer) {
        guard let value = CBOR(bytes) else { return }
        let written = encoded(value)
        guard written.count == bytes.count, CBOR(written) == value else {
            FuzzCase.fail("a value of CBOR differs after writing and parsing")
        }
    }

    private static func encoded(_ value: CBOR) -> [UInt8] {
        switch value {
        case .unsigned(let number): head(0, number)
        case .negative(let number): head(1, number)
        case .bytes(let bytes): head(2, UInt64(bytes.count)) + bytes
        case .text(let text): head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let values): head(4, UInt64(values.count)) + values.flatMap(encoded)
        case .map(let pairs):
            head(5, UInt64(pairs.count)) + pairs.flatMap { encoded($0.key) + encoded($0.value) }
        case .bool(let isTrue): [isTrue ? 0xF5 : 0xF4]
        case .null: [0xF6]
        }
    }

    /// The initial byte and the number after it, in the fewest bytes.
    private static func head(_ major: UInt8, _ number: UInt64) -> [UInt8] {
        let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        return switch number {
        case ..<24: [major << 5 | UInt8(number)]
        case ..<(1 << 8): [major << 5 | 24] + bytes.suffix(1)
        case ..<(1 << 16): [major << 5 | 25] + bytes.suffix(2)
        case ..<(1 << 32): [major << 5 | 26] + bytes.suffix(4)
        default: [major << 5 | 27] + bytes
        }
    }

    // MARK: Responses

    /// The generator of P-256 as a key.
    private static let coseKey: [UInt8] =
        [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
        + [
            0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5, 0x63, 0xA4,
            0x40, 0xF2, 0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4, 0xA1, 0x39, 0x45,
            0xD8, 0x98, 0xC2, 0x96,
        ] + [0x22, 0x58, 0x20]
        + [
            0x4F, 0xE3, 0x42, 0xE2, 0xFE, 0x1A, 0x7F, 0x9B, 0x8E, 0xE7, 0xEB, 0x4A, 0x7C, 0x0F,
            0x9E, 0x16, 0x2B, 0xCE, 0x33, 0x57, 0x6B, 0x31, 0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68,
            0x37, 0xBF, 0x51, 0xF5,
        ]

    /// Data of a login and of a registration, and the data that the browser writes.
    static var responses: [[UInt8]] {
        let hash = [UInt8](repeating: 7, count: 32)
        let registration =
            hash + [0x45, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 16) + [0, 4, 1, 2, 3, 4]
            + coseKey
        return [
            hash + [0x05, 0, 0, 1, 0], registration,
            Array(#"{"type":"webauthn.get","challenge":"AQID","origin":"https://a.example"}"#.utf8),
        ]
    }

    private static let headBytes = 37
    private static let identifierLengths = 1...1023
    private static let keyBytes = 65

    /// Checks that the fields of authenticator data are those of its bytes, and within their bounds.
    static func response(_ bytes: UnsafeRawBufferPointer) {
        _ = ClientData(Array(bytes))
        guard let data = AuthenticatorData(Array(bytes)) else { return }
        let counter = withUnsafeBytes(of: data.counter.bigEndian) { Array($0) }
        guard data.partyHash + [bytes[32]] + counter == Array(bytes.prefix(headBytes)) else {
            FuzzCase.fail("the head of authenticator data differs from its bytes")
        }
        guard let credential = data.credential else { return }
        guard identifierLengths.contains(credential.id.count),
            credential.key.bytes.count == keyBytes
        else { FuzzCase.fail("a credential has an invalid length") }
    }
}
