import CivilTime
import HealthMetrics
import RPC

/// Samples in columns, for importers of large files: appending them is faster than appending each.
public struct ColumnarSamples: Sendable {
    /// Maximum number of samples.
    public static let capacity = 1 << 15

    /// The series of each run. A run is a number of consecutive samples of one series.
    public var series: [SeriesHandle]
    /// The number of samples of each run, at least 1.
    public var lengths: [Int32]
    /// The start of each sample in milliseconds since 1970, UTC.
    public var starts: [Int64]
    /// The end of each sample in milliseconds since 1970, UTC.
    public var ends: [Int64]
    /// The value of each sample in the unit of its series.
    public var values: [Double]
    /// The index of the sample of each attribute, ascending.
    public var attributeSamples: [Int32]
    /// The raw value of the ``SampleDetail/Kind`` of each attribute.
    public var attributeKinds: [Int32]
    /// The index in ``texts`` of the text of each attribute.
    public var attributeTexts: [Int32]
    /// The texts of the attributes.
    public var texts: [String]

    /// The columns of samples. Columns with different lengths or invalid indices are refused by
    /// ``SampleBatches``.
    public init(
        series: [SeriesHandle], lengths: [Int32], starts: [Int64], ends: [Int64], values: [Double],
        attributeSamples: [Int32] = [], attributeKinds: [Int32] = [], attributeTexts: [Int32] = [],
        texts: [String] = []
    ) {
        self.series = series
        self.lengths = lengths
        self.starts = starts
        self.ends = ends
        self.values = values
        self.attributeSamples = attributeSamples
        self.attributeKinds = attributeKinds
        self.attributeTexts = attributeTexts
        self.texts = texts
    }

    /// The number of samples.
    public var count: Int { starts.count }

    /// True if the columns have matching lengths and valid indices, for this number of series.
    func isConsistent(seriesCount: Int) -> Bool {
        let attributeCount = attributeSamples.count
        return count <= Self.capacity && ends.count == count && values.count == count
            && series.count == lengths.count && lengths.allSatisfy { $0 > 0 }
            && lengths.reduce(0) { $0 + Int($1) } == count
            && series.allSatisfy { Int($0.index) < seriesCount }
            && attributeKinds.count == attributeCount && attributeTexts.count == attributeCount
            && attributeSamples.allSatisfy { (0..<Int32(count)).contains($0) }
            && attributeKinds.allSatisfy { SampleDetail.Kind(rawValue: $0) != nil }
            && attributeTexts.allSatisfy { texts.indices.contains(Int($0)) }
            && zip(attributeSamples, attributeSamples.dropFirst()).allSatisfy { $0 <= $1 }
    }

    /// True if no sample has to be quarantined. `canBeNegative` is indexed by series.
    func areValid(canBeNegative: [Bool]) -> Bool {
        var first = 0
        for (handle, length) in zip(series, lengths) {
            let lowest = canBeNegative[Int(handle.index)] ? -Double.infinity : 0
            for index in first..<(first + Int(length)) {
                guard measurableInstants.contains(starts[index]),
                    measurableInstants.contains(ends[index]), starts[index] <= ends[index],
                    values[index].isMeasurable, values[index] >= lowest
                else { return false }
            }
            first += Int(length)
        }
        return true
    }

    /// The columns of a batch.
    var columns: [Column] {
        let samples = [
            Column("series", series.map(\.index)), Column("length", lengths),
            Column("start", starts), Column("end", ends), Column("value", values),
        ]
        return samples
            + PendingBatch.attributeColumns(attributeSamples, attributeKinds, attributeTexts)
    }

    /// The details of each sample that has some, by index.
    var details: [Int: [SampleDetail]] {
        var details: [Int: [SampleDetail]] = [:]
        for (position, sample) in attributeSamples.enumerated() {
            let text = texts[Int(attributeTexts[position])]
            guard let kind = SampleDetail.Kind(rawValue: attributeKinds[position]) else { continue }
            details[Int(sample), default: []].append(SampleDetail(kind, text))
        }
        return details
    }
}
