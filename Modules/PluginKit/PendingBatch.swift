import Contracts
import HealthMetrics
import RPC

/// A batch that is not yet sent.
struct PendingBatch {
    var batch = Batches.Batch()
    private var runs: [Int32] = []
    private var lengths: [Int32] = []
    private var starts: [Int64] = []
    private var ends: [Int64] = []
    private var values: [Double] = []
    private var attributeSamples: [Int32] = []
    private var attributeKinds: [Int32] = []
    private var attributeTexts: [Int32] = []
    private var texts: [String: Int32] = [:]

    /// Number of samples.
    var count: Int { starts.count }

    var isEmpty: Bool { starts.isEmpty && batch == Batches.Batch() }

    mutating func append(_ series: Int32, _ start: Int64, _ end: Int64, _ value: Double) {
        if runs.last == series {
            lengths[lengths.count - 1] += 1
        } else {
            runs.append(series)
            lengths.append(1)
        }
        starts.append(start)
        ends.append(end)
        values.append(value)
    }

    /// Adds a detail to the last sample. A minimum or maximum that is not a measurable number is left out.
    mutating func attach(_ detail: SampleDetail, _ conversion: UnitConversion) {
        switch detail {
        case .timeZone(let text): attach(text, as: .timeZone)
        case .motionContext(let text): attach(text, as: .motionContext)
        case .mealTime(let text): attach(text, as: .mealTime)
        case .minimum(let value): attach(conversion.converted(value), as: .minimum)
        case .maximum(let value): attach(conversion.converted(value), as: .maximum)
        }
    }

    private mutating func attach(_ value: Double, as kind: SampleAttribute) {
        guard value.isMeasurable else { return }
        let text = Int64(exactly: value).map { "\($0)" } ?? "\(value)"
        attach(text, as: kind)
    }

    private mutating func attach(_ text: String, as kind: SampleAttribute) {
        let index = texts[text] ?? Int32(texts.count)
        if Int(index) == texts.count {
            texts[text] = index
            batch.texts.append(text)
        }
        attributeSamples.append(Int32(count - 1))
        attributeKinds.append(kind.rawValue)
        attributeTexts.append(index)
    }

    /// The columns of the samples; empty without samples.
    func columns() -> [Column] {
        guard count > 0 else { return [] }
        let samples = [
            Column("series", runs), Column("length", lengths), Column("start", starts),
            Column("end", ends), Column("value", values),
        ]
        return samples
            + Self.attributeColumns(attributeSamples, attributeKinds, attributeTexts)
    }

    /// The columns of the details of samples; empty without details.
    static func attributeColumns(
        _ samples: [Int32], _ kinds: [Int32], _ texts: [Int32]
    ) -> [Column] {
        guard !samples.isEmpty else { return [] }
        return [
            Column("attributeSample", samples), Column("attributeKind", kinds),
            Column("attributeText", texts),
        ]
    }
}
