import Foundation

@testable import RPC

/// Foundation's decoder and encoder, which agree with ``JSONBody`` on strict JSON.
extension JSONBody {
    static func decodeWithFoundation<Value: Decodable>(
        _ type: Value.Type, from bytes: Bytes
    ) throws -> Value {
        try JSONDecoder().decode(type, from: bytes.withUnsafeBytes { Data($0) })
    }

    static func encodeWithFoundation(_ value: some Encodable) throws -> Bytes {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Bytes([UInt8](try encoder.encode(value)))
    }
}
