import Foundation

@testable import RPC

/// Foundation's decoder, which ``JSONBody/decode(_:from:)`` agrees with on strict JSON.
extension JSONBody {
    static func decodeGenerally<Value: Decodable>(
        _ type: Value.Type, from bytes: Bytes
    ) throws -> Value {
        try JSONDecoder().decode(type, from: bytes.withUnsafeBytes { Data($0) })
    }
}
