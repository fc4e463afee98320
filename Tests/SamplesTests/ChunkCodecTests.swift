import Randomness
import Samples
import Testing

struct ChunkCodecTests {
    private func decoded(_ bytes: [UInt8]) throws -> SampleColumns {
        try bytes.withUnsafeBytes { try ChunkCodec.decode($0) }
    }

    private func check(_ columns: SampleColumns, _ note: Comment? = nil) throws {
        let copy = try decoded(ChunkCodec.encode(columns))

        #expect(copy.starts == columns.starts, note)
        #expect(copy.ends == columns.ends, note)
        #expect(copy.valueBits == columns.valueBits, note)
        #expect(copy.attributes == columns.attributes, note)
    }

    @Test(arguments: [0, 1, 2, 127, 128, 129, 256, 257, 1000])
    func `any number of samples comes back`(count: Int) throws {
        let columns = SampleColumns(
            starts: (0..<count).map { 1_700_000_000_000 + Int64($0) * 5000 },
            ends: (0..<count).map { 1_700_000_000_000 + Int64($0) * 5000 + 1000 },
            values: (0..<count).map { Double($0 % 90) + 40 })

        try check(columns)
    }

    @Test(arguments: [
        [0, -0.0], [.nan, .infinity, -.infinity], [0.1, 0.2, 0.1 + 0.2], [1e300, -1e300],
        [.leastNonzeroMagnitude, .greatestFiniteMagnitude, .ulpOfOne],
        [0x1p51, 0x1p52, 0x1p53, 0x1p60],
        [-1.5, 1.5, 12.345678901234567], [0.000001, 123456789.5],
        [Double(bitPattern: 0x7ff8_0000_0000_1234)],
        [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, .pi], [1609.344 * 0.37, 1609.344 * 1.25],
    ])
    func `every double comes back bit for bit`(values: [Double]) throws {
        let times = values.indices.map { Int64($0) }

        try check(SampleColumns(starts: times, ends: times, values: values))
    }

    @Test(arguments: 1...64)
    func `numbers of any width come back`(width: Int) throws {
        var random = SplitMix64(seed: UInt64(width))
        let greatest: UInt64 = width == 64 ? .max : (1 << UInt64(width)) - 1
        let starts = (0..<300).map { _ in Int64(bitPattern: random.next(upperBound: greatest)) }
        let ends = starts.map { $0 &+ Int64(bitPattern: random.next() & greatest) }

        try check(SampleColumns(starts: starts, ends: ends, values: starts.map { Double($0) }))
    }

    @Test func `a few far numbers among many near ones come back`() throws {
        var random = SplitMix64(seed: 7)
        var start: Int64 = -5_000_000_000
        var columns = SampleColumns()
        for index in 0..<2000 {
            start += index % 97 == 0 ? Int64(random.next() >> 24) : Int64(random.next() % 60) * 1000
            columns.append(start: start, end: start + Int64(random.next() % 3), value: 72)
        }

        try check(columns)
    }

    @Test func `attributes are restored, and absent ones use no bytes`() throws {
        var columns = SampleColumns()
        for index in 0..<300 { columns.append(start: Int64(index), end: Int64(index), value: 1) }
        let bare = ChunkCodec.encode(columns).count
        columns.setAttribute(0, of: 3, to: "Europe/Berlin")
        columns.setAttribute(0, of: 299, to: "America/Los_Angeles")
        columns.setAttribute(2, of: 0, to: "é")

        try check(columns)
        #expect(bare == 16 + 8 + 2 + 2 + 3 + 8)
    }

    @Test func `heart rate takes less than four bytes a sample`() {
        var random = SplitMix64(seed: 1)
        var start: Int64 = 1_700_000_000_000
        var columns = SampleColumns()
        for _ in 0..<4000 {
            start += Int64(random.next() % 290 + 5) * 1000
            columns.append(start: start, end: start, value: Double(random.next() % 120 + 45))
        }

        #expect(ChunkCodec.encode(columns).count < 4 * 4000)
    }

    @Test func `the size of decimal values depends on their digits`() {
        let times = (0..<1024).map { Int64($0) * 60_000 }
        let values = (0..<1024).map { Double($0 * 7 % 1000) / 1000 }

        let bytes = ChunkCodec.encode(SampleColumns(starts: times, ends: times, values: values))

        #expect(bytes.count < 1024 * 10 / 8 + 80)
    }
}

extension SplitMix64 {
    mutating func next(upperBound greatest: UInt64) -> UInt64 {
        greatest == .max ? next() : next() % (greatest + 1)
    }
}
