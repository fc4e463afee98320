import Randomness
import Samples
import Testing

struct HostileChunkTests {
    private var sample: SampleColumns {
        var random = SplitMix64(seed: 3)
        var columns = SampleColumns()
        var start: Int64 = 1_600_000_000_000
        for index in 0..<200 {
            start += Int64(random.next() % 5000)
            let value = index % 50 == 0 ? .pi * Double(index) : Double(random.next() % 9999) / 100
            columns.append(start: start, end: start + 1000, value: value)
            if index % 3 == 0 { columns.setAttribute(1, of: index, to: "\(index % 2)") }
        }
        return columns
    }

    /// Decodes a heap copy of exactly this length, so that a sanitizer detects reads past the end.
    private func outcome(_ bytes: [UInt8]) -> Result<SampleColumns, ChunkError> {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        return Result { () throws(ChunkError) in try ChunkCodec.decode(UnsafeRawBufferPointer(copy))
        }
    }

    @Test func `a chunk cut anywhere is refused`() {
        let bytes = ChunkCodec.encode(sample)

        for length in bytes.indices {
            #expect(throws: ChunkError.self) { try outcome(Array(bytes[..<length])).get() }
        }
    }

    @Test func `a changed bit anywhere is noticed`() {
        let bytes = ChunkCodec.encode(sample)

        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1 << UInt8(index % 8)
            #expect(throws: ChunkError.self) { try outcome(damaged).get() }
        }
    }

    @Test(arguments: [UInt64(11), 12, 13])
    func `damage under a right checksum ends in samples or an error`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let bytes = ChunkCodec.encode(sample)
        var refused = 0
        for _ in 0..<3000 {
            var damaged = bytes
            for _ in 0...(random.next() % 4) {
                let index = Int(random.next() % UInt64(bytes.count))
                damaged[index] = UInt8(truncatingIfNeeded: random.next())
            }
            damaged[0] = ChunkCodec.version
            // Limits the count to 16 bits, so that memory suffices for every count.
            damaged[6] = 0
            damaged[7] = 0
            ChunkCodec.seal(&damaged)
            if case .failure(let error) = outcome(damaged) {
                #expect(error != .checksumMismatch)
                refused += 1
            }
        }
        #expect(refused > 0, "seed \(seed)")
    }

    @Test func `a version to come is named`() {
        var bytes = ChunkCodec.encode(sample)
        bytes[0] = 9

        #expect(outcome(bytes) == .failure(.unknownVersion(9)))
    }

    @Test func `more samples than a chunk can have are rejected before memory is allocated`() {
        var bytes = ChunkCodec.encode(sample)
        bytes.replaceSubrange(4..<8, with: [0xff, 0xff, 0xff, 0xff])
        ChunkCodec.seal(&bytes)

        #expect(outcome(bytes) == .failure(.tooManySamples(0xffff_ffff)))
    }

    /// An invalid byte of the column of starts of three samples.
    @Test(arguments: [(26, UInt8(65)), (27, 3)])
    func `numbers wider than any, and more exceptions than numbers, are refused`(
        index: Int, byte: UInt8
    ) {
        var bytes = ChunkCodec.encode(
            SampleColumns(starts: [0, 1, 3], ends: [0, 1, 3], values: [1, 1, 1]))
        bytes[index] = byte
        ChunkCodec.seal(&bytes)

        #expect(outcome(bytes) == .failure(.malformed(part: "starts")))
    }

    @Test func `bytes after the last column are refused`() {
        var bytes = ChunkCodec.encode(sample)
        bytes.insert(0, at: bytes.count - 8)
        ChunkCodec.seal(&bytes)

        #expect(outcome(bytes) == .failure(.malformed(part: "end")))
    }

    @Test(arguments: [(UInt32(1), false), (2, true)])
    func `an attribute that names a text that is not there is refused`(
        code: UInt32, isRefused: Bool
    ) {
        let attribute = AttributeColumn(kind: 0, texts: ["a"], codes: [code])
        let bytes = ChunkCodec.encode(
            SampleColumns(starts: [0], ends: [0], values: [1], attributes: [attribute]))

        #expect((outcome(bytes) == .failure(.malformed(part: "attributes"))) == isRefused)
    }
}
