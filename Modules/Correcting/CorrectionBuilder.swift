import Contracts
import Folding
import RPC
import Samples

/// A sample and its surroundings during a correction.
struct CorrectionBuilder {
    /// A sample that counts in answers.
    struct CountedSample: Hashable {
        var reference: SampleReference
        var key: SeriesKey

        var value: Double { reference.value }
    }

    struct Chunk {
        let key: SeriesKey
        /// 0 for a series that does not exist yet.
        let series: Int64
        let segment: Int64
        var columns: SampleColumns
        var isChanged = false
    }

    let original: SampleReference
    private(set) var correction: Correction?
    private let originalKey: SeriesKey
    private let enteredKey: SeriesKey
    /// The series of entered values; 0 if it does not exist yet.
    private let enteredSeries: Int64
    /// True if another correction has the same entered value.
    private let isReplacementShared: Bool
    private var originalChunk: Chunk
    private var enteredChunk: Chunk

    init(_ named: SampleReference, _ subject: CorrectionSubject) throws(Status) {
        correction = subject.correction
        originalKey = subject.original.key
        enteredKey = .entered(originalKey.metric, unit: originalKey.unit)
        enteredSeries = subject.entered?.id ?? 0
        isReplacementShared = subject.isReplacementShared
        let segment = Segment.number(of: named.start)
        let enteredID = subject.entered?.id
        let inSegment = subject.chunks.filter { $0.segment == segment }
        originalChunk = try Chunk(
            inSegment.first { $0.series == subject.original.id }, subject.original, segment)
        enteredChunk = try Chunk(
            enteredID == subject.original.id ? nil : inSegment.first { $0.series == enteredID },
            SeriesRow(id: enteredSeries, key: enteredKey), segment)
        if let correction {
            original = correction.original
        } else {
            guard
                let index = originalChunk.columns.index(
                    start: named.start, end: named.end, value: named.value)
            else {
                throw Status(
                    .notFound, "There is no such sample.",
                    hint:
                        "List the samples of a day with: dayline samples \(originalKey.metric) --on DATE"
                )
            }
            // The exact bits of the stored value.
            original = SampleReference(
                series: subject.original.id, start: named.start, end: named.end,
                value: originalChunk.columns.values[index])
        }
    }

    /// The sample or its replacement; nil if it was deleted.
    var current: CountedSample? {
        guard let correction else { return CountedSample(reference: original, key: originalKey) }
        return correction.replacement.map { value in
            CountedSample(
                reference: SampleReference(
                    series: enteredSeries, start: original.start, end: original.end, value: value),
                key: enteredKey)
        }
    }

    var changedChunks: [Chunk] { [originalChunk, enteredChunk].filter(\.isChanged) }

    /// Deletes the sample without a replacement.
    mutating func removeSample() {
        if correction == nil {
            let attributes = originalChunk.remove(original) ?? [:]
            correction = Correction(
                original: original,
                attributes: Dictionary(
                    uniqueKeysWithValues: attributes.map { (Int($0.key), $0.value) }))
        } else if let value = correction?.replacement {
            removeReplacement(value)
            correction?.replacement = nil
        }
    }

    /// Replaces the value of the sample. An entered value is edited where it is.
    mutating func replaceSample(with value: Double) {
        guard current?.value != value else { return }
        removeSample()
        var replacement = original
        replacement.value = value
        correction?.replacement =
            originalKey == enteredKey
            ? originalChunk.insert(replacement, [:]) : enteredChunk.insert(replacement, [:])
    }

    /// Restores the original sample.
    mutating func restoreSample() {
        guard let correction else { return }
        if let value = correction.replacement { removeReplacement(value) }
        let attributes = Dictionary(
            correction.attributes.map { (UInt8(clamping: $0.key), $0.value) },
            uniquingKeysWith: { first, _ in first })
        originalChunk.insert(original, attributes)
        self.correction = nil
    }

    private mutating func removeReplacement(_ value: Double) {
        guard !isReplacementShared else { return }
        var replacement = original
        replacement.value = value
        if originalKey == enteredKey {
            _ = originalChunk.remove(replacement)
        } else {
            _ = enteredChunk.remove(replacement)
        }
    }
}

extension CorrectionBuilder.Chunk {
    fileprivate init(
        _ record: ChunkRecord?, _ row: SeriesRow, _ segment: Int64
    ) throws(Status) {
        key = row.key
        series = row.id
        self.segment = segment
        columns =
            try record.map { record throws(Status) in
                try StoredChunkDecoder.decoded(record.data, of: row.key.metric)
            } ?? SampleColumns()
    }

    /// - Returns: The attributes of the sample; nil if there is no such sample.
    fileprivate mutating func remove(_ sample: SampleReference) -> [UInt8: String]? {
        guard
            let index = columns.index(
                start: sample.start, end: sample.end, value: sample.value)
        else { return nil }
        let attributes = columns.attributes(of: index)
        columns = columns.removing([index])
        isChanged = true
        return attributes
    }

    /// Adds a sample, unless the chunk has an equal one.
    /// - Returns: The stored value, which can differ from that of the sample by rounding.
    @discardableResult
    fileprivate mutating func insert(
        _ sample: SampleReference, _ attributes: [UInt8: String]
    ) -> Double {
        var added = SampleColumns(
            starts: [sample.start], ends: [sample.end], values: [sample.value])
        for (kind, text) in attributes { added.setAttribute(kind, of: 0, to: text) }
        let merge = ChunkMerge(stored: columns, new: added)
        if merge.added > 0 {
            columns = merge.columns
            isChanged = true
        }
        let index = columns.index(start: sample.start, end: sample.end, value: sample.value)
        return index.map { columns.values[$0] } ?? sample.value
    }
}
