import CivilTime
import Contracts
import HostFiles
import RPC
import Samples

/// What has to change so that a sample is as a person wants it: its chunk, the chunk of entered values,
/// and what storage remembers of it.
struct CorrectionPlan {
    private(set) var change: Packet<Corrections.Change>

    /// - Throws: NOT_FOUND when there is no such sample, or nothing to bring back.
    init(
        _ request: Corrections.Request, _ found: Packet<Corrections.Found>, zones: ZoneCatalog
    ) throws(Status) {
        let stored = try [ChunkRecord](columns: found.columns)
        var draft = try CorrectionDraft(request.sample, found.body, stored)
        let before = draft.current
        switch request.action {
        case .edit:
            guard let value = request.value else {
                throw Status(.invalidArgument, "There is no value to put in its place.")
            }
            if draft.current?.value != value {
                try draft.takeOut()
                try draft.enter(value)
            }
        case .delete: try draft.takeOut()
        case .restore: try draft.bringBack()
        }
        let unit = ShownUnit(found.body.series.key)
        func shown(_ sample: CorrectionDraft.Current?) -> RawSample? {
            sample.map {
                RawSample(
                    ref: $0.reference, key: $0.key, value: unit.shown($0.value), unit: unit.unit)
            }
        }
        let outcome = Corrections.Outcome(
            metric: found.body.series.key.metric, unit: unit.unit, before: shown(before),
            after: shown(draft.current), original: draft.original)
        let chunks = draft.changedChunks
        change = Packet(
            Corrections.Change(
                request: request, series: chunks.map(\.key), expected: chunks.map(\.expected),
                original: draft.original, correction: draft.correction, outcome: outcome,
                summary: "\(request.action.rawValue) \(outcome.metric) of "
                    + instantText(draft.original.start),
                folded: TouchedDays(found.body, zones: zones)?.folded(stored, with: chunks)),
            columns: chunks.enumerated().map { $1.record(series: Int64($0)) }.columns)
    }
}

/// A sample and its surroundings while they are changed.
struct CorrectionDraft {
    /// A sample that answers count.
    struct Current: Hashable {
        var reference: SampleReference
        var key: SeriesKey

        var value: Double { reference.value }
    }

    struct Chunk {
        let key: SeriesKey
        let segment: Int64
        /// As it is stored; nil when it is not.
        let expected: ChunkHash?
        var columns: SampleColumns
        var isChanged = false

        func record(series: Int64) -> ChunkRecord {
            EncodedChunk(columns, key: key, segment: segment, hash: ContentHash(columns))
                .record(series: series)
        }
    }

    let original: SampleReference
    private(set) var correction: Correction?
    private let originalKey: SeriesKey
    private let enteredKey: SeriesKey
    /// Of the series of entered values, 0 when it is still to be made.
    private let enteredSeries: Int64
    /// Another correction needs the entered value too.
    private let isReplacementShared: Bool
    private var own: Chunk
    private var entered: Chunk

    init(
        _ named: SampleReference, _ body: Corrections.Found, _ chunks: [ChunkRecord]
    ) throws(Status) {
        correction = body.correction
        originalKey = body.original.key
        enteredKey = .entered(originalKey.metric, unit: originalKey.unit)
        enteredSeries = body.entered?.id ?? 0
        isReplacementShared = body.isReplacementShared
        let segment = Segment.number(of: named.start)
        let enteredID = body.entered?.id
        let there = chunks.filter { $0.segment == segment }
        own = try Chunk(there.first { $0.series == body.original.id }, body.original.key, segment)
        entered = try Chunk(
            enteredID == body.original.id ? nil : there.first { $0.series == enteredID },
            .entered(body.original.key.metric, unit: body.original.key.unit), segment)
        if let correction {
            original = correction.original
        } else {
            guard
                let index = own.columns.index(
                    start: named.start, end: named.end, value: named.value)
            else {
                throw Status(
                    .notFound, "There is no such sample.",
                    hint: "See what there is with: dayline samples \(originalKey.metric) --on DATE")
            }
            // Bit for bit what is stored.
            original = SampleReference(
                series: body.original.id, start: named.start, end: named.end,
                value: own.columns.values[index])
        }
    }

    /// What is in the sample's place now; nil when it was taken out.
    var current: Current? {
        guard let correction else { return Current(reference: original, key: originalKey) }
        return correction.replacement.map { value in
            Current(
                reference: SampleReference(
                    series: enteredSeries, start: original.start, end: original.end, value: value),
                key: enteredKey)
        }
    }

    var changedChunks: [Chunk] { [own, entered].filter(\.isChanged) }

    /// Leaves nothing in the sample's place.
    mutating func takeOut() throws(Status) {
        if correction == nil {
            let attributes = own.remove(original) ?? [:]
            correction = Correction(
                original: original,
                attributes: Dictionary(
                    uniqueKeysWithValues: attributes.map { (Int($0.key), $0.value) }))
        } else if let value = correction?.replacement {
            removeReplacement(value)
            correction?.replacement = nil
        }
    }

    /// Puts a value into the place that ``takeOut()`` left. A value that was entered here is edited
    /// where it is.
    mutating func enter(_ value: Double) throws(Status) {
        if originalKey == enteredKey {
            own.insert(start: original.start, end: original.end, value: value, [:])
        } else {
            entered.insert(start: original.start, end: original.end, value: value, [:])
        }
        correction?.replacement = value
    }

    /// Puts the sample back.
    mutating func bringBack() throws(Status) {
        guard let correction else { return }
        if let value = correction.replacement { removeReplacement(value) }
        let attributes = Dictionary(
            uniqueKeysWithValues: correction.attributes.map { (UInt8(clamping: $0.key), $0.value) })
        own.insert(
            start: original.start, end: original.end, value: original.value, attributes)
        self.correction = nil
    }

    private mutating func removeReplacement(_ value: Double) {
        guard !isReplacementShared else { return }
        var replacement = original
        replacement.value = value
        if originalKey == enteredKey {
            _ = own.remove(replacement)
        } else {
            _ = entered.remove(replacement)
        }
    }
}

extension CorrectionDraft.Chunk {
    fileprivate init(
        _ record: ChunkRecord?, _ key: SeriesKey, _ segment: Int64
    ) throws(Status) {
        self.key = key
        self.segment = segment
        expected = record.map { ChunkHash(high: $0.hashHigh, low: $0.hashLow) }
        columns =
            try record.map { record throws(Status) in
                try StoredChunk.decoded(record.data, of: key.metric)
            } ?? SampleColumns()
    }

    /// - Returns: What was kept beside the sample; nil when there is none.
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

    fileprivate mutating func insert(
        start: Int64, end: Int64, value: Double, _ attributes: [UInt8: String]
    ) {
        var sample = SampleColumns(starts: [start], ends: [end], values: [value])
        for (kind, text) in attributes { sample.setAttribute(kind, of: 0, to: text) }
        let merging = Merging(stored: columns, new: sample)
        guard merging.added > 0 else { return }
        columns = merging.columns
        isChanged = true
    }
}
