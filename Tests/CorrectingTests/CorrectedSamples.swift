import CivilTime
import Contracts
import Correcting
import Folding
import HealthMetrics
import RPC
import Samples

/// The chunks of one segment and the corrections of their samples, as storage has them.
struct CorrectedSamples {
    static let segment: Int64 = 8
    /// The number that the series of entered values receives.
    static let enteredID: Int64 = 9

    private(set) var series: [SeriesRow]
    private(set) var chunks: [Int64: ChunkRecord] = [:]
    private(set) var corrections: [SampleReference: Correction] = [:]
    /// Nil: the days are not folded with the correction.
    var folded: ClosedRange<CivilDate>?
    var zones = ZoneHistory(.utc)

    /// Columns by the number of their series. `daily` are the series of totals of days.
    init(
        metric: String = "heartRate", _ columns: [Int64: SampleColumns], daily: Set<Int64> = []
    ) {
        let unit = Metric.known(key: metric)?.unit ?? ""
        series = columns.keys.sorted().map { id in
            let key = SeriesKey(
                metric: metric, unit: unit, source: "Source \(id)", sourceKey: "source \(id)",
                device: "", isEntered: false, resolution: daily.contains(id) ? .day : .raw)
            return SeriesRow(
                id: id, key: id == Self.enteredID ? .entered(metric, unit: unit) : key)
        }
        for (id, columns) in columns {
            chunks[id] = ChunkRecord(
                columns, series: id, segment: Self.segment, hash: ContentHash(columns))
        }
    }

    /// The stored columns of a series; empty without a chunk.
    func columns(_ id: Int64) throws -> SampleColumns {
        guard let record = chunks[id] else { return SampleColumns() }
        return try StoredChunkDecoder.decoded(record.data, of: series[0].key.metric)
    }

    /// Changes a byte in the middle of a chunk.
    mutating func damage(_ id: Int64) {
        guard var bytes = chunks[id]?.data.array(of: UInt8.self) else { return }
        bytes[bytes.count / 2] ^= 1
        chunks[id]?.data = Bytes(bytes)
    }

    func plan(
        _ replacement: CorrectionPlan.Replacement, for sample: SampleReference
    ) throws -> CorrectionPlan {
        let entered = series.first { $0.id == Self.enteredID }
        let replaced = corrections.values.first { $0.current(in: Self.enteredID) == sample }
        let correction = corrections[sample] ?? replaced
        let named = series.first { $0.id == sample.series } ?? series[0]
        let original = series.first { $0.id == correction?.original.series } ?? named
        let replacements = corrections.values.compactMap { $0.current(in: Self.enteredID) }
        let context = folded.map {
            CorrectionSubject.FoldContext(days: $0, series: series, order: [], zones: zones)
        }
        return try CorrectionPlan(
            replacement, for: sample,
            CorrectionSubject(
                series: named, correction: correction, original: original, entered: entered,
                isReplacementShared: replacements.count {
                    $0 == correction?.current(in: Self.enteredID)
                } > 1,
                chunks: Array(chunks.values), units: .metric, foldContext: context))
    }

    /// Stores the chunks and the correction of a plan.
    mutating func apply(_ plan: CorrectionPlan) {
        for chunk in plan.chunks {
            var record = chunk.record
            if record.series == 0 {
                record.series = Self.enteredID
                series.append(SeriesRow(id: Self.enteredID, key: chunk.key))
            }
            chunks[record.series] = record.count == 0 ? nil : record
        }
        corrections[plan.original] = plan.correction
    }
}

extension Correction {
    /// The replacement in the series of entered values; nil if the sample is deleted.
    fileprivate func current(in series: Int64) -> SampleReference? {
        replacement.map {
            SampleReference(series: series, start: original.start, end: original.end, value: $0)
        }
    }
}

extension SampleReference {
    /// A sample of a series with times in hours since 1970.
    static func sample(
        _ series: Int64, _ start: Int64, _ end: Int64, _ value: Double
    ) -> SampleReference {
        let hour: Int64 = 3_600_000
        return SampleReference(
            series: series, start: start * hour, end: end * hour, value: value)
    }
}

extension SampleColumns {
    /// Samples that ascend.
    static func of(_ samples: [SampleReference]) -> SampleColumns {
        SampleColumns(
            starts: samples.map(\.start), ends: samples.map(\.end), values: samples.map(\.value))
    }
}
