extension ExportScanner {
    /// Reads a correlation with the records in it.
    mutating func readCorrelation(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) throws -> Outcome {
        let tag = tags.item
        var position: UnsafePointer<UInt8>
        var hasChildren: Bool
        switch tag.parse(start, before: end) {
        case .needsMore: return .needsMore
        case .damaged(let reason, let location): return .damaged(reason: reason, at: location)
        case .complete(let next, let isEmpty): (position, hasChildren) = (next, !isEmpty)
        }
        var correlation = Parts()
        var depth = 0
        /// Depths of nested correlations.
        var inner: [Int] = []
        while hasChildren {
            let child = nextChild(
                from: position, before: end, tag: tags.child, of: tag.name, withinCorrelation: true)
            switch child {
            case .needsMore: return .needsMore
            case .damaged(let reason, let location): return .damaged(reason: reason, at: location)
            case .end(let name, let location, let next):
                if name.equals("Correlation"), inner.last != depth {
                    guard depth == 0 else {
                        return .damaged(reason: "an element within it is not closed", at: location)
                    }
                    hasChildren = false
                } else if depth > 0 {
                    if inner.last == depth { inner.removeLast() }
                    depth -= 1
                } else {
                    return .damaged(reason: "the end tag of another element is in it", at: location)
                }
                position = next
            case .start(_, let next, let isEmpty):
                position = next
                if tags.child.name.equals("Record") {
                    // Records of a nested correlation are not members.
                    let outcome =
                        depth == 0
                        ? readNested(next, before: end, isEmpty: isEmpty, &correlation.nested)
                        : readNested(
                            next, before: end, isEmpty: isEmpty, &correlation.unexpectedRecords)
                    switch outcome {
                    case .done(let next): position = next
                    case let other: return other
                    }
                } else {
                    correlation.elements.add(tags.child.name)
                    if depth == 0, tags.child.name.equals("MetadataEntry") {
                        correlation.addMetadata(tags.child)
                    }
                    if !isEmpty {
                        depth += 1
                        if tags.child.name.equals("Correlation") { inner.append(depth) }
                    }
                }
            }
        }
        try accept(correlation, from: start, to: position)
        return .done(next: position)
    }

    /// The content of a correlation.
    private struct Parts {
        var nested = NestedParts()
        /// Records of nested elements.
        var unexpectedRecords = NestedParts()
        var metadata: [String: String] = [:]
        /// Nested elements other than records.
        var elements = NestedElements()
        var defects: ByteDefects = []

        mutating func addMetadata(_ tag: StartTag) {
            guard let key = tag.value("key"), let value = tag.value("value"),
                metadata.count < ExportScanner.maximumMetadata
            else {
                defects.insert(.unreadablePart)
                return
            }
            metadata[AttributeText.string(key)] = AttributeText.string(value)
        }
    }

    /// Maximum number of metadata entries of an element.
    static let maximumMetadata = 256

    private mutating func accept(
        _ parts: Parts, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) throws {
        let tag = tags.item
        try queueNested(parts.unexpectedRecords)
        guard let startText = tag.value("startDate"), let from = instant(startText),
            let endText = tag.value("endDate"), let to = instant(endText), to >= from,
            let type = tag.value("type"), parts.nested.rejectionReason == nil
        else {
            report.addNested(parts.elements.counts, \.quarantined)
            countQuarantined(parts.nested)
            let reason = parts.nested.rejectionReason ?? "it has no type or no valid dates"
            return try quarantine(type: "Correlation", from: start, to: end, reason: reason)
        }
        dates.commit()
        try queueNested(parts.nested)
        let health = parts.defects.union(parts.nested.defects).union(
            parts.unexpectedRecords.allDefects)
        recordDamage(ByteDefects.of(ByteSlice(start, to: end)).union(health), at: start)
        report.counts["Correlation", default: .init()].emitted += 1
        let stored =
            parts.metadata.isEmpty ? [:] : [NestedElements.entry: parts.metadata.count]
        report.addNested(stored, \.emitted)
        report.addNested(parts.elements.subtracting(stored), \.ignored)
        try sink.receive(
            ScannedCorrelation(
                type: Self.name(type, without: "HKCorrelationTypeIdentifier"),
                source: tag.value("sourceName").map(AttributeText.string) ?? "", start: from,
                end: to,
                members: parts.nested.records.map { type, sample in
                    ScannedCorrelation.Member(
                        metric: series.key(of: type), start: sample.start, end: sample.end,
                        value: sample.value)
                },
                metadata: parts.metadata, elements: stored))
    }

    /// A HealthKit identifier without its prefix.
    static func name(_ text: ByteSlice, without prefix: StaticString) -> String {
        guard text.starts(with: prefix), text.count > prefix.utf8CodeUnitCount else {
            return AttributeText.string(text)
        }
        let start = text.start + prefix.utf8CodeUnitCount
        return AttributeText.string(ByteSlice(start, to: text.end))
    }
}
