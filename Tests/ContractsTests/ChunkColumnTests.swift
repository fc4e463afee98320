import Contracts
import RPC
import Testing

@Suite struct ChunkColumnTests {
    private let chunks = [
        ChunkRecord(
            series: 1, segment: -5, count: 3, first: .min, last: .max, min: -0.0, max: 1e15,
            sum: .pi, hashHigh: .max, hashLow: 0, data: Bytes([1, 2, 3] as [UInt8])),
        ChunkRecord(
            series: .max, segment: 0, count: 0, first: 0, last: 0, min: 0, max: 0, sum: 0,
            hashHigh: 1, hashLow: 2, data: Bytes([] as [UInt8])),
        ChunkRecord(
            series: 2, segment: 9, count: .max, first: 5, last: 6, min: 1, max: 2, sum: 3,
            hashHigh: 3, hashLow: 4, data: Bytes([9] as [UInt8])),
    ]

    @Test(arguments: 0...3)
    func `chunks come back from their columns`(count: Int) throws {
        let some = Array(chunks.prefix(count))

        #expect(try [ChunkRecord](columns: some.columns) == some)
    }

    @Test(arguments: [
        "series", "segment", "count", "first", "last", "min", "max", "sum", "hashHigh", "hashLow",
        "length", "data",
    ])
    func `columns of which one is shorter, or is not there, are refused`(name: String) {
        var shorter = chunks.columns
        let index = shorter.firstIndex { $0.name == name } ?? 0
        shorter[index] = chunks.dropLast().columns[index]
        let fewer = chunks.columns.filter { $0.name != name }

        #expect(throws: Status.self) { try [ChunkRecord](columns: shorter) }
        #expect(throws: Status.self) { try [ChunkRecord](columns: fewer) }
    }

    @Test func `lengths that are negative are refused`() {
        var columns = chunks.columns
        let index = columns.firstIndex { $0.name == "length" } ?? 0
        columns[index] = Column("length", [5, -2, 1] as [Int32])

        #expect(throws: Status.self) { try [ChunkRecord](columns: columns) }
    }
}
