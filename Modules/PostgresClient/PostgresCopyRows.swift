/// Rows for a COPY in PostgreSQL's binary format, collected in memory. The caller bounds their number.
package struct PostgresCopyRows: Sendable {
    private static let blockBytes = 1 << 20
    /// The signature, no flags, and no extension of the header.
    private static let header: [UInt8] =
        Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)

    private var completeBlocks: [[UInt8]] = []
    private var open = Self.header
    package private(set) var count = 0

    package init() {}

    package mutating func append(_ values: PostgresParameter...) {
        open.append(bigEndian: Int16(clamping: values.count))
        for value in values { open.appendWithLength { value.encode(into: &$0) } }
        count += 1
        guard open.count >= Self.blockBytes else { return }
        completeBlocks.append(open)
        open = []
    }

    /// The rows with the end of the data.
    var blocks: [[UInt8]] { completeBlocks + [open + [0xFF, 0xFF]] }
}
