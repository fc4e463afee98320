extension ChunkCodec {
    /// Decodes the samples in `bytes`.
    /// - Throws: ``ChunkError`` for any bytes that are not a valid chunk.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(ChunkError) -> SampleColumns
    {
        guard let version = bytes.first else { throw .malformed(part: "header") }
        guard version == Self.version else { throw .unknownVersion(version) }
        guard bytes.count >= headerSize + PackedColumn.padding else {
            throw .malformed(part: "header")
        }
        let found = bytes.loadUnaligned(fromByteOffset: checksumOffset, as: UInt64.self)
        guard UInt64(littleEndian: found) == checksum(of: bytes) else { throw .checksumMismatch }
        let rawCount = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        let count = Int(UInt32(littleEndian: rawCount))
        guard count <= maximumCount else { throw .tooManySamples(count) }
        var reader = ByteReader(bytes, from: headerSize, padding: PackedColumn.padding)
        var columns = SampleColumns()
        if count > 0 {
            columns = try decodeColumns(
                count, form: bytes[1], scale: Int(bytes[2]), from: &reader)
        }
        for _ in 0..<bytes[3] {
            columns.attributes.append(try decodeAttribute(count, from: &reader))
        }
        guard reader.isAtEnd else { throw .malformed(part: "end") }
        return columns
    }

    private static func decodeColumns(
        _ count: Int, form: UInt8, scale: Int, from reader: inout ByteReader
    ) throws(ChunkError) -> SampleColumns {
        let first = Int64(bitPattern: try reader.fixed("starts"))
        let starts = try column(count, from: &reader) { buffer, reader throws(ChunkError) in
            let rest = UnsafeMutableBufferPointer(rebasing: buffer.dropFirst())
            try PackedColumn.decode(into: rest, from: &reader, "starts")
            var sum = first
            buffer[0] = sum
            for index in rest.indices {
                sum = sum &+ rest[index]
                rest[index] = sum
            }
        }
        let ends = try column(count, from: &reader) { buffer, reader throws(ChunkError) in
            try PackedColumn.decode(into: buffer, from: &reader, "durations")
            starts.withUnsafeBufferPointer { starts in
                for index in buffer.indices { buffer[index] = starts[index] &+ buffer[index] }
            }
        }
        let values: [Double]
        switch form {
        case rawValues: values = try decodeRawValues(count, from: &reader)
        case decimalValues: values = try decodeDecimals(count, scale: scale, from: &reader)
        default: throw .malformed(part: "values")
        }
        return SampleColumns(starts: starts, ends: ends, values: values)
    }

    /// A column of `count` numbers, initialized by `body`.
    private static func column(
        _ count: Int, from reader: inout ByteReader,
        _ body: (
            UnsafeMutableBufferPointer<Int64>, inout ByteReader
        ) throws(ChunkError) -> Void
    ) throws(ChunkError) -> [Int64] {
        var failure: ChunkError?
        let numbers = [Int64](unsafeUninitializedCapacity: count) { buffer, initialized in
            let numbers = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
            do throws(ChunkError) {
                try body(numbers, &reader)
                initialized = count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return numbers
    }

    private static func decodeRawValues(
        _ count: Int, from reader: inout ByteReader
    ) throws(ChunkError) -> [Double] {
        let source = try reader.read(count * 8, "values")
        return (0..<count).map { index in
            let bits = source.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
            return Double(bitPattern: UInt64(littleEndian: bits))
        }
    }

    private static func decodeDecimals(
        _ count: Int, scale: Int, from reader: inout ByteReader
    ) throws(ChunkError) -> [Double] {
        guard scale <= DecimalValues.greatestScale else { throw .malformed(part: "values") }
        let power = DecimalValues.powersOfTen[scale]
        let mantissas = try column(count, from: &reader) { buffer, reader throws(ChunkError) in
            try PackedColumn.decode(into: buffer, from: &reader, "values")
        }
        var values = mantissas.withUnsafeBufferPointer { mantissas in
            [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
                for index in mantissas.indices { buffer[index] = Double(mantissas[index]) / power }
                initialized = count
            }
        }
        let exceptions = try reader.varint("values")
        guard exceptions <= UInt64(count) else { throw .malformed(part: "values") }
        for _ in 0..<exceptions {
            let index = try reader.varint("values")
            guard index < UInt64(count) else { throw .malformed(part: "values") }
            values[Int(index)] = Double(bitPattern: try reader.fixed("values"))
        }
        return values
    }

    private static func decodeAttribute(
        _ count: Int, from reader: inout ByteReader
    ) throws(ChunkError) -> AttributeColumn {
        let kind = try reader.byte("attributes")
        let textCount = try reader.varint("attributes")
        guard textCount <= UInt64(count) else { throw .malformed(part: "attributes") }
        var texts: [String] = []
        for _ in 0..<textCount { texts.append(try reader.text("attributes")) }
        let codes = try column(count, from: &reader) { buffer, reader throws(ChunkError) in
            try PackedColumn.decode(into: buffer, from: &reader, "attributes")
        }
        guard codes.allSatisfy({ $0 >= 0 && $0 <= Int64(textCount) }) else {
            throw .malformed(part: "attributes")
        }
        return AttributeColumn(kind: kind, texts: texts, codes: codes.map { UInt32($0) })
    }
}
