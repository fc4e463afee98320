extension PackedColumn {
    /// Reads `count` numbers written by ``encode(_:into:)`` into `target`.
    static func decode(
        into target: UnsafeMutableBufferPointer<Int64>, from reader: inout ByteReader,
        _ part: String
    ) throws(ChunkError) {
        guard !target.isEmpty else { return }
        let base = try reader.zigzag(part)
        let divisor = Int64(bitPattern: try reader.varint(part))
        guard divisor != 0 else {
            target.update(repeating: base)
            return
        }
        var start = 0
        while start < target.count {
            let end = min(start + blockLength, target.count)
            let block = UnsafeMutableBufferPointer(rebasing: target[start..<end])
            try decodeBlock(into: block, base: base, divisor: divisor, from: &reader, part)
            start = end
        }
    }

    private static func decodeBlock(
        into block: UnsafeMutableBufferPointer<Int64>, base: Int64, divisor: Int64,
        from reader: inout ByteReader, _ part: String
    ) throws(ChunkError) {
        let width = Int(try reader.byte(part))
        let patches = Int(try reader.byte(part))
        guard width <= 64 && patches <= block.count else { throw .malformed(part: part) }
        let packed = try reader.read((block.count * width + 7) / 8, part)
        if width == 0 {
            block.update(repeating: base)
        } else if let source = packed.baseAddress {
            unpack(source, width: width, into: block, base: base, divisor: divisor)
        }
        for _ in 0..<patches {
            let index = Int(try reader.byte(part))
            let high = try reader.varint(part)
            guard index < block.count, width < 64 else { throw .malformed(part: part) }
            let offset = Int64(bitPattern: high &<< UInt64(width))
            block[index] = block[index] &+ offset &* divisor
        }
    }

    private static func unpack(
        _ source: UnsafeRawPointer, width: Int, into block: UnsafeMutableBufferPointer<Int64>,
        base: Int64, divisor: Int64
    ) {
        let mask = mask(width)
        if width <= 57 {
            for index in block.indices {
                let position = index &* width
                let word = (source + (position &>> 3)).loadUnaligned(as: UInt64.self)
                let bits = (UInt64(littleEndian: word) &>> UInt64(position & 7)) & mask
                block[index] = base &+ Int64(bitPattern: bits) &* divisor
            }
        } else {
            for index in block.indices {
                let bits = bits(at: source, index: index, width: width, mask: mask)
                block[index] = base &+ Int64(bitPattern: bits) &* divisor
            }
        }
    }
}
