/// The type of the values of a field, with the value that means "absent".
package struct FITBaseType: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case unsigned, signed, float, text, bytes
    }

    package let kind: Kind
    /// Size of a value in bytes.
    package let size: Int
    /// True if 0 means absent, as in the types with the suffix `z`; otherwise the greatest value means
    /// absent.
    let isZeroInvalid: Bool

    private init(_ kind: Kind, _ size: Int, isZeroInvalid: Bool = false) {
        self.kind = kind
        self.size = size
        self.isZeroInvalid = isZeroInvalid
    }

    /// The type with this code; nil if the code is not defined. Some recorders leave out the high bit,
    /// which only states that the size is more than a byte.
    package init?(code: UInt8) {
        let number = Int(code & 0x1F)
        guard number < Self.all.count else { return nil }
        self = Self.all[number]
    }

    private static let all = [
        FITBaseType(.unsigned, 1), FITBaseType(.signed, 1), FITBaseType(.unsigned, 1),
        FITBaseType(.signed, 2), FITBaseType(.unsigned, 2), FITBaseType(.signed, 4),
        FITBaseType(.unsigned, 4), FITBaseType(.text, 1), FITBaseType(.float, 4),
        FITBaseType(.float, 8), FITBaseType(.unsigned, 1, isZeroInvalid: true),
        FITBaseType(.unsigned, 2, isZeroInvalid: true),
        FITBaseType(.unsigned, 4, isZeroInvalid: true), FITBaseType(.bytes, 1),
        FITBaseType(.signed, 8), FITBaseType(.unsigned, 8),
        FITBaseType(.unsigned, 8, isZeroInvalid: true),
    ]

    /// The number in `bytes`, which has ``size`` bytes; nil if the number is absent or the type is a
    /// text.
    func number(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) -> Double? {
        let bits = Self.bits(bytes, isBigEndian)
        let isHighest = bits == UInt64.max >> UInt64(64 - 8 * size)
        switch kind {
        case .unsigned, .bytes:
            return (isZeroInvalid ? bits == 0 : isHighest) ? nil : Double(bits)
        case .signed:
            let shift = UInt64(64 - 8 * size)
            let number = Int64(bitPattern: bits << shift) >> Int64(shift)
            return number == Int64.max >> Int64(shift) ? nil : Double(number)
        case .float:
            guard !isHighest else { return nil }
            let number =
                size == 4
                ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
                : Double(bitPattern: bits)
            return number.isFinite ? number : nil
        case .text: return nil
        }
    }

    private static func bits(_ bytes: UnsafeRawBufferPointer, _ isBigEndian: Bool) -> UInt64 {
        var bits: UInt64 = 0
        if isBigEndian {
            for byte in bytes { bits = bits << 8 | UInt64(byte) }
        } else {
            for byte in bytes.reversed() { bits = bits << 8 | UInt64(byte) }
        }
        return bits
    }
}
