import CZlib
import RPC

/// The stored form of a piece of a file: a zlib stream if that is shorter.
struct OriginalPiece {
    /// The length of the piece.
    let bytes: Int
    let data: Bytes

    /// The effort of the compression. Texts become a tenth, and archives are left as they are.
    private static let level: Int32 = 1

    init(_ piece: Bytes) {
        bytes = piece.count
        let packed = [UInt8](unsafeUninitializedCapacity: piece.count) { output, count in
            var length = uLongf(output.count)
            let code = piece.withUnsafeBytes { input in
                compress2(
                    output.baseAddress, &length,
                    input.baseAddress?.assumingMemoryBound(to: UInt8.self), uLong(input.count),
                    Self.level)
            }
            count = code == Z_OK && length < piece.count ? Int(length) : 0
        }
        data = packed.isEmpty ? piece : Bytes(packed)
    }

    /// The piece of a stored form; nil if the form is damaged.
    static func unpacked(_ data: [UInt8], bytes: Int) -> [UInt8]? {
        guard data.count < bytes else { return data.count == bytes ? data : nil }
        let piece = [UInt8](unsafeUninitializedCapacity: bytes) { output, count in
            var length = uLongf(output.count)
            let code = uncompress(output.baseAddress, &length, data, uLong(data.count))
            count = code == Z_OK ? Int(length) : 0
        }
        return piece.count == bytes ? piece : nil
    }
}
