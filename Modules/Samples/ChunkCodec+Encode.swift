extension ChunkCodec {
    /// - Precondition: At most ``maximumCount`` samples.
    package static func encode(_ columns: SampleColumns) -> [UInt8] {
        precondition(columns.count <= maximumCount && columns.attributes.count <= 255)
        let decimals = DecimalValues(columns.values)
        var writer = ByteWriter()
        writer.reserve(64 + columns.count * 8)
        writer.append(version)
        writer.append(decimals == nil ? rawValues : decimalValues)
        writer.append(UInt8(decimals?.scale ?? 0))
        writer.append(UInt8(columns.attributes.count))
        writer.append(fixed: UInt32(columns.count))
        writer.append(fixed: UInt64(0))
        if let first = columns.starts.first {
            writer.append(fixed: first)
            encodeTimes(columns, into: &writer)
            encodeValues(columns.values, decimals, into: &writer)
        }
        for attribute in columns.attributes { encode(attribute, into: &writer) }
        writer.append(fixed: UInt64(0))
        var bytes = writer.finish()
        seal(&bytes)
        return bytes
    }

    private static func encodeTimes(_ columns: SampleColumns, into writer: inout ByteWriter) {
        var scratch = [Int64](unsafeUninitializedCapacity: columns.count) { buffer, count in
            for index in 1..<columns.count {
                buffer[index - 1] = columns.starts[index] &- columns.starts[index - 1]
            }
            count = columns.count - 1
        }
        PackedColumn.encode(&scratch, into: &writer)
        scratch = [Int64](unsafeUninitializedCapacity: columns.count) { buffer, count in
            for index in 0..<columns.count {
                buffer[index] = columns.ends[index] &- columns.starts[index]
            }
            count = columns.count
        }
        PackedColumn.encode(&scratch, into: &writer)
    }

    private static func encodeValues(
        _ values: [Double], _ decimals: DecimalValues?, into writer: inout ByteWriter
    ) {
        guard let decimals else {
            for value in values { writer.append(fixed: value.bitPattern) }
            return
        }
        var mantissas = decimals.mantissas
        PackedColumn.encode(&mantissas, into: &writer)
        writer.append(varint: UInt64(decimals.exceptions.count))
        for index in decimals.exceptions {
            writer.append(varint: UInt64(index))
            writer.append(fixed: values[index].bitPattern)
        }
    }

    private static func encode(_ attribute: AttributeColumn, into writer: inout ByteWriter) {
        writer.append(attribute.kind)
        writer.append(varint: UInt64(attribute.texts.count))
        for text in attribute.texts { writer.append(text) }
        var codes = attribute.codes.map { Int64($0) }
        PackedColumn.encode(&codes, into: &writer)
    }
}
