extension ExportScanner {
    /// Reads a correlation with the records in it.
    mutating func readCorrelation(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> Outcome {
        let tag = tags.0
        var position: UnsafePointer<UInt8>
        var hasChildren: Bool
        switch tag.parse(start, before: end) {
        case .needsMore: return .needsMore
        case .damaged(let reason, let place): return .damaged(reason: reason, at: place)
        case .complete(let next, let isEmpty): (position, hasChildren) = (next, !isEmpty)
        }
        var correlation = Parts()
        var depth = 0
        while hasChildren {
            let child = nextChild(
                from: position, before: end, tag: tags.1, withinCorrelation: true)
            switch child {
            case .needsMore: return .needsMore
            case .damaged(let reason, let place): return .damaged(reason: reason, at: place)
            case .end(let name, let place, let next):
                if name.equals("Correlation") {
                    guard depth == 0 else {
                        return .damaged(reason: "an element within it is not closed", at: place)
                    }
                    hasChildren = false
                } else if depth > 0 {
                    depth -= 1
                } else {
                    return .damaged(reason: "the end tag of another element is in it", at: place)
                }
                position = next
            case .start(_, let next, let isEmpty):
                position = next
                if depth == 0, tags.1.name.equals("Record") {
                    switch readNested(next, before: end, isEmpty: isEmpty, &correlation) {
                    case .done(let next): position = next
                    case let other: return other
                    }
                } else {
                    if depth == 0, tags.1.name.equals("MetadataEntry") {
                        correlation.addMetadata(tags.1)
                    }
                    if !isEmpty { depth += 1 }
                }
            }
        }
        try accept(correlation, from: start, to: position)
        return .done(next: position)
    }

    /// What a correlation holds, as far as it was read.
    private struct Parts {
        var records: [(type: SeriesBook.RecordType, sample: Sample)] = []
        var metadata: [String: String] = [:]
        /// Why one of its records cannot be read.
        var refusal: String?
        var health: ByteHealth = []

        mutating func addMetadata(_ tag: StartTag) {
            guard let key = tag.value("key"), let value = tag.value("value"),
                metadata.count < ExportScanner.maximumMetadata
            else {
                health.insert(.unusablePart)
                return
            }
            metadata[Text.string(key)] = Text.string(value)
        }
    }

    /// The most metadata that is kept of one element.
    static let maximumMetadata = 256

    private mutating func readNested(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, isEmpty: Bool,
        _ correlation: inout Parts
    ) -> Outcome {
        let fields = RecordFields(tags.1)
        var children = RecordChildren()
        var next = start
        if !isEmpty {
            switch readChildren(of: "Record", from: start, before: end, level: 2, &children) {
            case .done(let after): next = after
            case let other: return other
            }
        }
        correlation.health.formUnion(children.health)
        if fields.hasDuplicate { correlation.health.insert(.attributeTwice) }
        guard let name = fields.type, let type = series.type(name) else {
            correlation.refusal = "a record in it has no type"
            return .done(next: next)
        }
        switch reading(fields, type, children, isPart: true) {
        case .sample(let sample): correlation.records.append((type, sample))
        case .refused(let reason): correlation.refusal = "a record in it is damaged: \(reason)"
        }
        return .done(next: next)
    }

    private mutating func accept(
        _ parts: Parts, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) throws {
        let tag = tags.0
        guard let startText = tag.value("startDate"), let from = dates.instant(startText),
            let endText = tag.value("endDate"), let to = dates.instant(endText), to >= from,
            let type = tag.value("type"), parts.refusal == nil
        else {
            let reason = parts.refusal ?? "it has no type, or no dates that can be"
            return try quarantine(type: "Correlation", from: start, to: end, reason: reason)
        }
        dates.note()
        for (_, sample) in parts.records {
            let mark = NestedRecords.mark(
                identity: series[sample.series].identity, start: sample.start, end: sample.end,
                value: sample.value)
            nested.hold(
                NestedRecords.Record(
                    series: sample.series, start: sample.start, end: sample.end,
                    value: sample.value, attributes: sample.attributes, mark: mark))
        }
        if nested.isFull { try appendNested() }
        note(ByteHealth.of(ByteSlice(start, to: end)).union(parts.health), at: start)
        report.books["Correlation", default: .init()].emitted += 1
        try sink.receive(
            ScannedCorrelation(
                type: Self.name(type, without: "HKCorrelationTypeIdentifier"),
                source: tag.value("sourceName").map(Text.string) ?? "", start: from, end: to,
                members: parts.records.map { type, sample in
                    ScannedCorrelation.Member(
                        metric: type.key, start: sample.start, end: sample.end,
                        value: sample.value)
                },
                metadata: parts.metadata))
    }

    /// A name of HealthKit without its prefix.
    static func name(_ text: ByteSlice, without prefix: StaticString) -> String {
        guard text.starts(with: prefix), text.count > prefix.utf8CodeUnitCount else {
            return Text.string(text)
        }
        let start = text.start + prefix.utf8CodeUnitCount
        return Text.string(ByteSlice(start, to: text.end))
    }
}
