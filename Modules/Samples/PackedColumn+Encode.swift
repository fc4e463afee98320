extension PackedColumn {
    /// Writes `numbers` without their count, which the reader must know. Overwrites `numbers` as
    /// scratch space.
    static func encode(_ numbers: inout [Int64], into writer: inout ByteWriter) {
        guard let first = numbers.first else { return }
        var least = first
        var greatest = first
        for number in numbers {
            least = min(least, number)
            greatest = max(greatest, number)
        }
        writer.append(zigzag: least)
        guard least != greatest else {
            writer.append(varint: 0)
            return
        }
        numbers.withUnsafeMutableBufferPointer { numbers in
            for index in numbers.indices { numbers[index] = numbers[index] &- least }
            numbers.withMemoryRebound(to: UInt64.self) { encode(offsets: $0, into: &writer) }
        }
    }

    private static func encode(
        offsets: UnsafeMutableBufferPointer<UInt64>, into writer: inout ByteWriter
    ) {
        let divisor = commonDivisor(UnsafeBufferPointer(offsets))
        writer.append(varint: divisor)
        divide(offsets, by: divisor)
        var start = 0
        while start < offsets.count {
            let end = min(start + blockLength, offsets.count)
            encodeBlock(UnsafeBufferPointer(rebasing: offsets[start..<end]), into: &writer)
            start = end
        }
    }

    /// The greatest common divisor; at least one number is not 0, so that it is not 0.
    private static func commonDivisor(_ numbers: UnsafeBufferPointer<UInt64>) -> UInt64 {
        // Division by a constant is cheap, and whole seconds are the most common case.
        let unit: UInt64 = numbers.allSatisfy { $0 % 1000 == 0 } ? 1000 : 1
        var divisor: UInt64 = 0
        for number in numbers where number != 0 {
            if divisor == 0 {
                divisor = number
            } else if number % divisor != 0 {
                divisor = greatestCommonDivisor(divisor, number)
                if divisor == unit { break }
            }
        }
        return divisor
    }

    private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }

    private static func divide(_ numbers: UnsafeMutableBufferPointer<UInt64>, by divisor: UInt64) {
        switch divisor {
        case 1: break
        case 1000: for index in numbers.indices { numbers[index] /= 1000 }
        default: for index in numbers.indices { numbers[index] /= divisor }
        }
    }

    private static func encodeBlock(
        _ block: UnsafeBufferPointer<UInt64>, into writer: inout ByteWriter
    ) {
        let width = bestWidth(block)
        let limit = mask(width)
        let patches = block.indices.filter { block[$0] > limit }
        writer.append(UInt8(width))
        writer.append(UInt8(patches.count))
        writer.append(count: (block.count * width + 7) / 8) { target in
            guard width > 0 else { return }
            var address = target
            var word: UInt64 = 0
            var filled: UInt64 = 0
            for number in block {
                let bits = number & limit
                word |= bits &<< filled
                filled &+= UInt64(width)
                if filled >= 64 {
                    address.storeBytes(of: word.littleEndian, as: UInt64.self)
                    address += 8
                    filled &-= 64
                    word = filled == 0 ? 0 : bits &>> (UInt64(width) &- filled)
                }
            }
            // The bytes after the block are ones that `append` allows to be written.
            if filled > 0 { address.storeBytes(of: word.littleEndian, as: UInt64.self) }
        }
        for index in patches {
            writer.append(UInt8(index))
            writer.append(varint: block[index] >> UInt64(width))
        }
    }

    /// The width in bits with the shortest encoding of the block, including patches.
    private static func bestWidth(_ block: UnsafeBufferPointer<UInt64>) -> Int {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65) { histogram in
            histogram.initialize(repeating: 0)
            var all: UInt64 = 0
            for number in block {
                histogram[64 &- number.leadingZeroBitCount] &+= 1
                all |= number
            }
            let greatest = 64 - all.leadingZeroBitCount
            var best = greatest
            var bestCost = (block.count * greatest + 7) / 8
            var patches = 0
            var patchBytes = 0
            var width = greatest
            while width > 0 {
                patches += Int(histogram[width])
                width -= 1
                // Every patch grows by the bit that the width loses.
                patchBytes = patches * (1 + 1 + (greatest - width - 1) / 7)
                let cost = (block.count * width + 7) / 8 + patchBytes
                if cost < bestCost {
                    best = width
                    bestCost = cost
                }
                if patches > block.count / 4 { break }
            }
            return best
        }
    }
}
