import Samples
import Testing

/// Chunks of version 1. Databases contain them, so their bytes must never change.
struct GoldenChunkTests {
    private static let chunks: [(name: String, columns: SampleColumns)] = [
        ("empty", SampleColumns()),
        (
            "one",
            SampleColumns(starts: [1_700_000_000_000], ends: [1_700_000_060_000], values: [72])
        ),
        (
            "steps",
            SampleColumns(
                starts: (0..<130).map { 1_700_000_000_000 + Int64($0 * $0) * 1000 },
                ends: (0..<130).map { 1_700_000_060_000 + Int64($0 * $0) * 1000 },
                values: (0..<130).map { Double($0 * 37 % 200) / 10 })
        ),
        (
            "raw",
            SampleColumns(
                starts: [-1, 0, 7], ends: [-1, 5, 3], values: [.pi, -0.0, .infinity],
                attributes: [AttributeColumn(kind: 0, texts: ["Asia/Kolkata"], codes: [1, 0, 1])])
        ),
    ]

    private func hex(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 32).map { start in
            bytes[start..<min(start + 32, bytes.count)].map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined() + "\n"
        }.joined()
    }

    @Test(arguments: chunks.indices)
    func `a chunk is written as it always was, and read`(index: Int) throws {
        let (name, columns) = Self.chunks[index]

        let golden = try GoldenChunkFile.text("\(name).hex")
        let written = ChunkCodec.encode(columns)
        let read = try GoldenChunkFile.bytes("\(name).hex").withUnsafeBytes {
            try ChunkCodec.decode($0)
        }

        #expect(hex(written) == golden)
        #expect(read.starts == columns.starts && read.ends == columns.ends)
        #expect(read.valueBits == columns.valueBits)
        #expect(read.attributes == columns.attributes)
    }
}
