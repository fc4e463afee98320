import Memberwise
package import RPC

/// The identity of a series: the part of a sample's identity other than its times and value.
///
/// Two keys are equal if they identify the same series. The unit, and the name of the source as
/// shown, are not compared.
@Message
package struct SeriesKey: Codable, Hashable, Sendable {
    /// The short HealthKit key of the metric, such as `stepCount`.
    package var metric: String
    /// The canonical unit of the values.
    package var unit: String
    /// The name of the source as shown.
    package var source: String
    /// The normalized name of the source, which is compared; ingestion computes the name from
    /// `source`.
    package var sourceKey: String
    /// The device as HealthKit writes it, without the memory address; empty: unknown.
    package var device: String
    /// True if the samples were entered by hand.
    package var isEntered: Bool
    /// The time resolution of the samples: `raw`, `minute`, `hour` or `day`.
    package var resolution: Resolution = .raw

    package enum Resolution: String, CaseIterable, Codable, Sendable {
        /// `raw`: samples as measured. `minute`, `hour`, `day`: samples summarised over that time.
        case raw, minute, hour, day
    }
}

extension SeriesKey {
    package static func == (a: Self, b: Self) -> Bool {
        a.metric == b.metric && a.sourceKey == b.sourceKey && a.device == b.device
            && a.isEntered == b.isEntered && a.resolution == b.resolution
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(metric)
        hasher.combine(sourceKey)
        hasher.combine(device)
        hasher.combine(isEntered)
        hasher.combine(resolution)
    }
}

/// A series with its number in storage.
@Message
package struct SeriesRow: Codable, Hashable, Sendable {
    /// The number of the series in storage; 0: a source of workouts, or a new series.
    package var id: Int64
    /// The identity of the series.
    package var key: SeriesKey
}

/// A stored chunk: the samples of a series whose start is in one segment of time.
@Memberwise
package struct ChunkRecord: Hashable, Sendable {
    /// The number of the series in storage.
    package var series: Int64
    /// The number of the time segment of 2^20 seconds since 1970.
    package var segment: Int64
    /// The number of samples; 0 removes the chunk.
    package var count: Int32
    /// The first start in milliseconds since 1970 UTC.
    package var first: Int64
    /// The greatest end in milliseconds since 1970 UTC.
    package var last: Int64
    /// The least value, in the canonical unit.
    package var min: Double
    /// The greatest value, in the canonical unit.
    package var max: Double
    /// The sum of the values, in the canonical unit.
    package var sum: Double
    /// The upper half of the XXH3-128 hash of the decoded columns.
    package var hashHigh: UInt64
    /// The lower half of the XXH3-128 hash of the decoded columns.
    package var hashLow: UInt64
    /// The encoded columns: see `Samples.ChunkCodec`.
    package var data: Bytes
}

extension [ChunkRecord] {
    /// The chunks as columns, one element for each chunk; `data` has the encoded chunks one after
    /// another.
    package var columns: [Column] {
        var data: [UInt8] = []
        data.reserveCapacity(reduce(0) { $0 + $1.data.count })
        for chunk in self { chunk.data.withUnsafeBytes { data.append(contentsOf: $0) } }
        return [
            Column("series", map(\.series)), Column("segment", map(\.segment)),
            Column("count", map(\.count)), Column("first", map(\.first)),
            Column("last", map(\.last)), Column("min", map(\.min)), Column("max", map(\.max)),
            Column("sum", map(\.sum)), Column("hashHigh", map(\.hashHigh)),
            Column("hashLow", map(\.hashLow)),
            Column("length", map { Int32($0.data.count) }), Column("data", .bytes, Bytes(data)),
        ]
    }

    /// Decodes chunks from `columns`; their data shares the memory of the columns.
    /// - Throws: INVALID_ARGUMENT if the columns do not have the same number of chunks.
    package init(columns: [Column]) throws(Status) {
        let series = try columns.column("series", .int64).array(of: Int64.self)
        let segment = try columns.column("segment", .int64).array(of: Int64.self)
        let count = try columns.column("count", .int32).array(of: Int32.self)
        let first = try columns.column("first", .int64).array(of: Int64.self)
        let last = try columns.column("last", .int64).array(of: Int64.self)
        let min = try columns.column("min", .float64).array(of: Double.self)
        let max = try columns.column("max", .float64).array(of: Double.self)
        let sum = try columns.column("sum", .float64).array(of: Double.self)
        let high = try columns.column("hashHigh", .uint64).array(of: UInt64.self)
        let low = try columns.column("hashLow", .uint64).array(of: UInt64.self)
        let length = try columns.column("length", .int32).array(of: Int32.self)
        let data = try columns.column("data", .bytes)
        let counts = Set([
            series.count, segment.count, count.count, first.count, last.count, min.count, max.count,
            sum.count, high.count, low.count, length.count,
        ])
        guard counts.count == 1, length.allSatisfy({ $0 >= 0 }),
            length.reduce(0, { $0 + Int($1) }) == data.count
        else {
            throw Status(.invalidArgument, "The columns of the chunks do not fit one another.")
        }
        self = []
        reserveCapacity(series.count)
        var offset = 0
        for i in series.indices {
            append(
                ChunkRecord(
                    series: series[i], segment: segment[i], count: count[i], first: first[i],
                    last: last[i], min: min[i], max: max[i], sum: sum[i], hashHigh: high[i],
                    hashLow: low[i], data: data.slice(from: offset, count: Int(length[i]))))
            offset += Int(length[i])
        }
    }
}
