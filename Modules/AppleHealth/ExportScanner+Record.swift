import CivilTime
import Metrics

extension ExportScanner {
    /// A record that was read whole: a sample, or why it is none.
    enum Reading {
        case sample(Sample)
        case refused(String)
    }

    struct Sample {
        let series: Int32
        let start: Int64
        let end: Int64
        let value: Double
        let attributes: Int32
    }

    /// What the children of a record say.
    struct RecordChildren {
        var attributes = AttributeSets.Set()
        var isEntered = false
        /// The keys of metadata that nothing is kept of, by their numbers.
        var ignored: [Int] = []
        var beats: [Beat] = []
        /// Records within it, which the format does not have.
        var strays = NestedParts()
        var health: ByteHealth = []
        /// Elements within it: of metadata, beats, and all others but records.
        var entries = 0
        var beatElements = 0
        var others = NestedElements()
    }

    /// Reads a record of the top level, whatever its form.
    mutating func readRecord(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> Outcome {
        let tag = tags.0
        var children = RecordChildren()
        let tagEnd: UnsafePointer<UInt8>
        let next: UnsafePointer<UInt8>
        switch tag.parse(start, before: end) {
        case .needsMore: return .needsMore
        case .damaged(let reason, let place): return .damaged(reason: reason, at: place)
        case .complete(let after, isEmpty: true):
            (tagEnd, next) = (after, after)
        case .complete(let after, isEmpty: false):
            tagEnd = after
            switch readChildren(of: "Record", from: after, before: end, level: 1, &children) {
            case .done(let after): next = after
            case let other: return other
            }
        }
        if !children.strays.isEmpty { try hold(children.strays) }
        let fields = RecordFields(tag)
        guard let name = fields.type, let type = series.type(name) else {
            let reason =
                fields.type == nil
                ? "it has no type" : "the file has more than \(SeriesBook.maximumTypes) types"
            try quarantine(type: "Record", from: start, to: next, reason: reason)
            countQuarantined(children)
            return .done(next: next)
        }
        switch reading(fields, type, children, isPart: false) {
        case .refused(let reason):
            try quarantine(type: series.key(of: type), from: start, to: next, reason: reason)
            countQuarantined(children)
        case .sample(let sample):
            try accept(sample, children)
            var health = ByteHealth.of(ByteSlice(start, to: next)).union(children.health)
                .union(children.strays.allHealth)
            if fields.hasDuplicate { health.insert(.attributeTwice) }
            note(health, at: start)
            if remembersHeads, heads.areWorthwhile, health.isEmpty {
                remember(
                    fields, type, children, sample, from: start, tagEnd: tagEnd, to: next)
            }
            heads.noteMiss()
        }
        return .done(next: next)
    }

    private mutating func accept(_ sample: Sample, _ children: RecordChildren) throws {
        dates.note()
        for key in children.ignored { metadata.count(key) }
        if series[sample.series].hasTwins {
            noteTopLevel(sample.series, sample.start, sample.end, sample.value)
        }
        try append(sample.series, sample.start, sample.end, sample.value, sample.attributes)
        countKept(children, of: sample, beats: try appendBeats(children.beats, of: sample))
    }

    /// - Returns: How many beats were added.
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
        _ fields: RecordFields, _ type: SeriesBook.RecordType, _ children: RecordChildren,
        _ sample: Sample, from start: UnsafePointer<UInt8>, tagEnd: UnsafePointer<UInt8>,
        to end: UnsafePointer<UInt8>
    ) {
        heads.remember(
            tags.0, fields, from: start, series: sample.series, isEntered: children.isEntered,
            isNumber: type.valueKind == .number, hasTwins: series[sample.series].hasTwins)
        if tagEnd < end, children.beatElements == 0, children.strays.isEmpty,
            children.others.isEmpty
        {
            let kept = keptEntries(series: sample.series, attributes: sample.attributes)
            tails.remember(
                ByteSlice(tagEnd - 1, to: end), attributes: sample.attributes,
                isEntered: children.isEntered, ignored: children.ignored, keptEntries: kept,
                ignoredEntries: children.entries - kept)
        }
    }

    /// The instant that an attribute says.
    mutating func instant(_ text: ByteSlice) -> Int64? {
        Text.resolving(text) { dates.instant($0) }
    }

    /// What a record's attributes and children amount to.
    mutating func reading(
        _ fields: RecordFields, _ type: SeriesBook.RecordType, _ children: RecordChildren,
        isPart: Bool
    ) -> Reading {
        guard let startText = fields.start else { return .refused("it has no start") }
        guard let start = instant(startText) else {
            return .refused("its start is no date that can be")
        }
        guard let endText = fields.end else { return .refused("it has no end") }
        guard let end = instant(endText) else {
            return .refused("its end is no date that can be")
        }
        guard end >= start else { return .refused("it ends before it starts") }
        let value: Double
        switch (fields.value, type.valueKind) {
        case (nil, .occurrence): value = 0
        case (nil, _): return .refused("it has no value")
        case (let text?, .number):
            guard let number = Text.resolving(text, DecimalNumber.value) else {
                return .refused("its value is no number")
            }
            value = number
        case (let text?, _):
            guard let integer = Text.resolving(text, { categories.value($0) }) else {
                return .refused("its value is not known")
            }
            value = integer
        }
        switch series.resolve(fields, type: type, isEntered: children.isEntered, isPart: isPart) {
        case .refused(let reason): return .refused(reason)
        case .series(let number):
            let canonical = series[number].conversion.converted(value)
            guard canonical.isMeasurable else { return .refused("its value is too large") }
            return .sample(
                Sample(
                    series: number, start: start, end: end, value: canonical,
                    attributes: attributes.number(children.attributes) ?? 0))
        }
    }
}
