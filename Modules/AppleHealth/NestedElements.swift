import HealthMetrics

/// Counts of the elements within one top-level item: by metric key for records and beats, by element
/// name for others.
struct NestedElements: Equatable {
    private(set) var counts: [String: Int] = [:]

    /// Maximum number of different names in one item.
    private static let maximumNames = 256
    private static let maximumNameLength = 64

    var isEmpty: Bool { counts.isEmpty }

    mutating func add(_ row: String, _ count: Int = 1) {
        guard count > 0 else { return }
        let isKnown = counts.count < Self.maximumNames || counts[row] != nil
        counts[isKnown ? row : Self.other, default: 0] += count
    }

    mutating func add(_ name: ByteSlice) {
        if name.equals(Self.entryName) { return add(Self.entry) }
        add(AttributeText.string(ByteSlice(name.start, min(name.count, Self.maximumNameLength))))
    }

    mutating func add(_ elements: NestedElements) {
        for (row, count) in elements.counts { add(row, count) }
    }

    /// The counts without those of `stored`.
    func subtracting(_ stored: [String: Int]) -> [String: Int] {
        counts.reduce(into: [:]) { rest, row in
            let left = row.value - stored[row.key, default: 0]
            if left > 0 { rest[row.key] = left }
        }
    }

    static let other = "other"
    static let entry = "MetadataEntry"
    private static let entryName: StaticString = "MetadataEntry"
}

extension ScanReport {
    /// Maximum number of rows of nested elements; further names share the row "other".
    static let maximumNestedRows = 1 << 12

    mutating func addNested(
        _ elements: [String: Int], _ column: WritableKeyPath<NestedCounts, Int>
    ) {
        for (row, count) in elements { addNested(row, count, column) }
    }

    mutating func addNested(
        _ row: String, _ count: Int, _ column: WritableKeyPath<NestedCounts, Int>
    ) {
        guard count > 0 else { return }
        let isKnown = nested.count < Self.maximumNestedRows || nested[row] != nil
        nested[isKnown ? row : NestedElements.other, default: .init()][keyPath: column] += count
    }
}

extension ExportScanner {
    /// Counts of the samples' metadata entries, apart from other nested elements because millions of
    /// records have some.
    struct EntryCounts {
        var stored = 0
        var ignored = 0
    }

    /// Number of metadata entries stored with a sample: its attributes and the mark of a manual
    /// entry.
    func storedEntries(series number: Int32, attributes set: Int32) -> Int {
        attributes.count(of: set) + (series[number].description.isEntered ? 1 : 0)
    }

    /// Counts the elements within an accepted record.
    mutating func countStored(_ children: RecordChildren, of sample: Sample, beats: Int) {
        let stored = storedEntries(series: sample.series, attributes: sample.attributes)
        entries.stored += stored
        entries.ignored += children.entries - stored
        report.addNested(HeartbeatSeries.metric, children.beatElements - beats, \.ignored)
        report.addNested(children.otherElements.counts, \.ignored)
    }

    /// Counts the elements within a quarantined record, except nested records, which are stored.
    mutating func countQuarantined(_ children: RecordChildren) {
        report.addNested(NestedElements.entry, children.entries, \.quarantined)
        report.addNested(HeartbeatSeries.metric, children.beatElements, \.quarantined)
        report.addNested(children.otherElements.counts, \.quarantined)
    }

    /// Counts the records that are quarantined with their enclosing element.
    mutating func countQuarantined(_ parts: NestedParts) {
        report.addNested(elements(of: parts).counts, \.quarantined)
    }

    /// All elements of nested records, the records included.
    func elements(of parts: NestedParts, withEntries: Bool = true) -> NestedElements {
        var elements = parts.otherElements
        if withEntries { elements.add(NestedElements.entry, parts.entries) }
        for (type, _) in parts.records { elements.add(series.key(of: type)) }
        return elements
    }
}
