/// Compressed integers: a common base and divisor, then blocks of 128 numbers with a common bit
/// width. Numbers that need more bits than most of their block are patched.
///
/// The format is in the README of this folder.
enum PackedColumn {
    static let blockLength = 128
    /// Bytes that may be loaded past a block.
    static let padding = 8

    /// Number `index` of an array of numbers of `width` bits (1...64) at `source`. Loads up to
    /// seven bytes past the number.
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
