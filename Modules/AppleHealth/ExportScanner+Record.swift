import CivilTime
import HealthMetrics

extension ExportScanner {
    /// The result of reading a complete record: a sample, or the reason for rejecting it.
    enum RecordResult {
        case sample(Sample)
        case rejected(String)
    }

    struct Sample {
        let series: Int32
        let start: Int64
        let end: Int64
        let value: Double
        let attributes: Int32
    }

    /// The content of a record's children.
    struct RecordChildren {
        var attributes = AttributeSets.Set()
        var isEntered = false
        /// Numbers of the metadata keys that are not stored.
        var ignored: [Int] = []
        var beats: [Beat] = []
        /// Nested records, which the format does not have.
        var unexpectedRecords = NestedParts()
        var defects: ByteDefects = []
        /// The number of metadata entries.
        var entries = 0
        /// The number of elements of heart beats.
        var beatElements = 0
        /// The nested elements other than records, metadata entries and beats.
        var otherElements = NestedElements()
    }

    /// Reads a top-level record of any form.
    mutating func readRecord(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> Outcome {
        let tag = tags.item
        var children = RecordChildren()
        let tagEnd: UnsafePointer<UInt8>
        let next: UnsafePointer<UInt8>
        switch tag.parse(start, before: end) {
        case .needsMore: return .needsMore
        case .damaged(let reason, let location): return .damaged(reason: reason, at: location)
        case .complete(let after, isEmpty: true):
            (tagEnd, next) = (after, after)
        case .complete(let after, isEmpty: false):
            tagEnd = after
            switch readChildren(of: "Record", from: after, before: end, level: 1, &children) {
            case .done(let after): next = after
            case let other: return other
            }
        }
        if !children.unexpectedRecords.isEmpty { try queueNested(children.unexpectedRecords) }
        let fields = RecordFields(tag)
        guard let name = fields.type, let type = series.type(name) else {
            let reason =
                fields.type == nil
                ? "it has no type" : "the file has more than \(SeriesTable.maximumTypes) types"
            try quarantine(type: "Record", from: start, to: next, reason: reason)
            countQuarantined(children)
            return .done(next: next)
        }
        switch reading(fields, type, children, isPart: false) {
        case .rejected(let reason):
            try quarantine(type: series.key(of: type), from: start, to: next, reason: reason)
            countQuarantined(children)
        case .sample(let sample):
            try accept(sample, children)
            var defects = ByteDefects.of(ByteSlice(start, to: next)).union(children.defects)
                .union(children.unexpectedRecords.allDefects)
            if fields.hasDuplicate { defects.insert(.duplicateAttribute) }
            recordDamage(defects, at: start)
            if isHeadCacheEnabled, heads.isEnabled, defects.isEmpty {
                remember(
                    fields, type, children, sample, from: start, tagEnd: tagEnd, to: next)
            }
            heads.recordMiss()
        }
        return .done(next: next)
    }

    private mutating func accept(_ sample: Sample, _ children: RecordChildren) throws {
        dates.commit()
        for key in children.ignored { metadata.count(key) }
        if series[sample.series].canBeRepeated {
            recordTopLevel(sample.series, sample.start, sample.end, sample.value)
        }
        try append(sample.series, sample.start, sample.end, sample.value, sample.attributes)
        countStored(children, of: sample, beats: try appendBeats(children.beats, of: sample))
    }

    /// - Returns: Number of appended beats.
    private mutating func appendBeats(_ found: [Beat], of sample: Sample) throws -> Int {
        guard !found.isEmpty, let beats = series.beats(of: sample.series) else { return 0 }
        var instant = sample.start
        for (index, beat) in found.enumerated() {
            instant = BeatTime.instant(beat.time, after: instant)
            guard measurableInstants.contains(instant) else { return index }
            try append(beats, instant, instant, beat.perMinute, 0)
        }
        return found.count
    }

    private mutating func remember(
        _ fields: RecordFields, _ type: SeriesTable.RecordType, _ children: RecordChildren,
        _ sample: Sample, from start: UnsafePointer<UInt8>, tagEnd: UnsafePointer<UInt8>,
        to end: UnsafePointer<UInt8>
    ) {
        heads.remember(
            tags.item, fields, from: start, series: sample.series, isEntered: children.isEntered,
            isNumber: type.valueKind == .number, canBeRepeated: series[sample.series].canBeRepeated)
        if tagEnd < end, children.beatElements == 0, children.unexpectedRecords.isEmpty,
            children.otherElements.isEmpty
        {
            let stored = storedEntries(series: sample.series, attributes: sample.attributes)
            tails.remember(
                ByteSlice(tagEnd - 1, to: end), attributes: sample.attributes,
                isEntered: children.isEntered, ignored: children.ignored, storedEntries: stored,
                ignoredEntries: children.entries - stored)
        }
    }

    /// The instant of an attribute; nil if it is not a valid date.
    mutating func instant(_ text: ByteSlice) -> Int64? {
        AttributeText.resolving(text) { dates.instant($0) }
    }

    /// Interprets the attributes and children of a record.
    mutating func reading(
        _ fields: RecordFields, _ type: SeriesTable.RecordType, _ children: RecordChildren,
        isPart: Bool
    ) -> RecordResult {
        guard let startText = fields.start else { return .rejected("it has no start") }
        guard let start = instant(startText) else {
            return .rejected("its start is not a valid date")
        }
        guard let endText = fields.end else { return .rejected("it has no end") }
        guard let end = instant(endText) else {
            return .rejected("its end is not a valid date")
        }
        guard end >= start else { return .rejected("it ends before it starts") }
        let value: Double
        switch (fields.value, type.valueKind) {
        case (nil, .occurrence): value = 0
        case (nil, _): return .rejected("it has no value")
        case (let text?, .number):
            guard let number = AttributeText.resolving(text, DecimalParser.value) else {
                return .rejected("its value is not a number")
            }
            value = number
        case (let text?, _):
            guard let integer = AttributeText.resolving(text, { categories.value($0) }) else {
                return .rejected("its value is not known")
            }
            value = integer
        }
        switch series.resolve(fields, type: type, isEntered: children.isEntered, isPart: isPart) {
        case .rejected(let reason): return .rejected(reason)
        case .series(let number):
            let canonical = series[number].conversion.converted(value)
            guard canonical.isMeasurable else { return .rejected("its value is too large") }
            guard canonical >= series[number].least else {
                return .rejected("its value is negative")
            }
            return .sample(
                Sample(
                    series: number, start: start, end: end, value: canonical,
                    attributes: attributes.number(children.attributes) ?? 0))
        }
    }
}
