/// Whole numbers in few bits: what all have in common is written once, and the rest in blocks of 128
/// with as many bits a number as most of the block need. The few that need more are patched.
///
/// See the README of this folder for the bytes.
enum PackedColumn {
    static let blockLength = 128
    /// Bytes that may be loaded past a block.
    static let padding = 8

    /// Number `index` of those `width` bits wide (1...64) at `source`. Loads up to seven bytes past
    /// the last one that holds bits of it.
    @inline(__always)
    static func bits(
        at source: UnsafeRawPointer, index: Int, width: Int, mask: UInt64
    ) -> UInt64 {
        let position = index &* width
        let address = source + (position &>> 3)
        let shift = UInt64(truncatingIfNeeded: position & 7)
        var word = UInt64(littleEndian: address.loadUnaligned(as: UInt64.self)) &>> shift
        if width > 57, Int(shift) &+ width > 64 {
            let last = UInt64(address.load(fromByteOffset: 8, as: UInt8.self))
            word |= last &<< (64 &- shift)
        }
        return word & mask
    }

    static func mask(_ width: Int) -> UInt64 {
        width == 64 ? .max : (1 << UInt64(width)) - 1
    }
}
