import CZlib
import Contracts
package import RPC

/// The stored form of a piece of a file: a zlib stream if that is shorter.
package struct OriginalPiece: Sendable {
    /// The length of the piece.
    package let bytes: Int
    package let data: Bytes

    /// The effort of the compression. Texts become a tenth, and archives are left as they are.
    private static let level: Int32 = 1

    package init(_ piece: Bytes) {
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

    /// A piece as it is stored.
    package init(stored data: Bytes, bytes: Int) {
        self.data = data
        self.bytes = bytes
    }

    /// - Throws: `StorageError.damagedOriginal` if the stored form is damaged.
    package func unpacked() throws(StorageError) -> Bytes {
        guard data.count < bytes else {
            guard data.count == bytes else { throw .damagedOriginal }
            return data
        }
        guard bytes <= Originals.pieceLimit else { throw .damagedOriginal }
        let piece = [UInt8](unsafeUninitializedCapacity: bytes) { output, count in
            var length = uLongf(output.count)
            let code = data.withUnsafeBytes { input in
                uncompress(
                    output.baseAddress, &length,
                    input.baseAddress?.assumingMemoryBound(to: UInt8.self), uLong(input.count))
            }
            count = code == Z_OK ? Int(length) : 0
        }
        guard piece.count == bytes else { throw .damagedOriginal }
        return Bytes(piece)
    }
}
