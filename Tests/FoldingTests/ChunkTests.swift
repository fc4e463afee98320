import Contracts
import Folding
import RPC
import Samples
import Testing

/// Chunks as records, and the columns of stored ones.
struct ChunkTests {
    private func record(_ columns: SampleColumns) -> ChunkRecord {
        ChunkRecord(columns, series: 7, segment: -3, hash: ContentHash(high: 1, low: 2))
    }

    @Test func `a record has the bounds of its samples and the columns as bytes`() throws {
        var columns = SampleColumns(starts: [-10, 20], ends: [90, 30], values: [2.5, -1])
        columns.setAttribute(0, of: 1, to: "Europe/Berlin")

        let record = record(columns)

        #expect([record.series, record.segment, Int64(record.count)] == [7, -3, 2])
        #expect([record.first, record.last] == [-10, 90])
        #expect([record.min, record.max, record.sum] == [-1, 2.5, 1.5])
        #expect([record.hashHigh, record.hashLow] == [1, 2])
        #expect(try StoredChunkDecoder.decoded(record.data, of: "heartRate") == columns)
    }

    @Test func `a record without samples has the count 0, which removes a chunk`() throws {
        let record = record(SampleColumns())

        #expect(record.count == 0)
        #expect([record.first, record.last] == [0, 0])
        #expect(record.sum == 0)
        #expect(try StoredChunkDecoder.decoded(record.data, of: "heartRate").isEmpty)
    }

    @Test(
        arguments: [
            ([.nan, .leastNonzeroMagnitude, 1e-300], .leastNonzeroMagnitude, 1e-300),
            ([3, .nan, -.infinity], -.infinity, 3),
            ([-0.0, .infinity, .nan], 0, .infinity),
        ] as [([Double], Double, Double)])
    func `NaN is neither the least nor the greatest value`(
        values: [Double], least: Double, greatest: Double
    ) {
        let starts = values.indices.map { Int64($0) }

        let record = record(SampleColumns(starts: starts, ends: starts, values: values))

        #expect(record.min == least)
        #expect(record.max == greatest)
        #expect(record.sum.isNaN)
    }

    @Test func `damaged bytes are reported with their metric`() {
        let whole = record(SampleColumns(starts: [1], ends: [2], values: [60])).data
        var flipped = whole.array(of: UInt8.self)
        flipped[flipped.count / 2] ^= 1

        for bytes in [Bytes.empty, whole.slice(from: 0, count: whole.count - 1), Bytes(flipped)] {
            let status = #expect(throws: Status.self) {
                try StoredChunkDecoder.decoded(bytes, of: "heartRate")
            }
            #expect(status?.code == .dataLoss)
            #expect(status?.message.hasPrefix("A stored chunk of heartRate is damaged") == true)
        }
    }
}
