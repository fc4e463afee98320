package import HealthMetrics

/// Reads the XML of an Apple Health export in blocks and constant memory.
///
/// Call ``consume(_:)`` with any number of bytes at a time, and ``finish()`` at the end; the items go
/// to a ``ScanSink``. No content of a file is an error: an invalid element is quarantined with its
/// bytes, and reading resumes after it.
package struct ExportScanner: ~Copyable {
    /// Maximum size of a buffered element in bytes; a larger one is quarantined unread.
    package static let maximumElement = 16 << 20
    /// Maximum size of a prolog that is checked. The root is found after a larger one as well.
    static let maximumProlog = 1 << 20

    /// The parser state.
    enum State {
        /// Outside a root.
        case prolog
        /// Within a root.
        case body
        /// Within a comment, character data or a processing instruction that ends with this text.
        case comment(end: StaticString)
        /// Within an element that was too large.
        case skipping(name: [UInt8])
    }

    let sink: any ScanSink
    let isHeadCacheEnabled: Bool
    let maximumElement: Int

    var state = State.prolog
    private var partial: PartialElement
    /// The first byte of the buffer; ``originOffset`` is its position in the file.
    private var origin: UnsafePointer<UInt8>
    private var originOffset: Int64 = 0
    /// Line number of the next byte.
    var line: Int64 = 1

    var heads = HeadCache()
    var tails = TailCache()
    var dates = ExportDates()
    var categories = CategoryTexts()
    var series: SeriesTable
    var attributes = AttributeSets()
    var columns = ColumnBuffer()
    var nested = NestedRecords()
    var metadata = MetadataCounts()
    var entries = EntryCounts()
    /// A tag for each level of nested elements.
    let tags = (item: StartTag(), child: StartTag(), grandchild: StartTag())
    var report = ScanReport()
    /// The end tag of the current element, once it was searched for.
    var endTag: UnsafePointer<UInt8>?
    /// True if no more bytes of the current element will follow.
    var isElementComplete = false

    /// - Parameters:
    ///   - sink: Receives the items.
    ///   - units: The canonical units of stored metrics outside Dayline's table.
    ///   - isHeadCacheEnabled: True to read records by remembered heads, which is faster with the
    /// same result.
    ///   - maximumElement: Maximum size of a buffered element in bytes.
    package init(
        into sink: any ScanSink, units: CanonicalUnits = CanonicalUnits(),
        isHeadCacheEnabled: Bool = true, maximumElement: Int = ExportScanner.maximumElement
    ) {
        self.sink = sink
        self.isHeadCacheEnabled = isHeadCacheEnabled
        self.maximumElement = max(maximumElement, Self.maximumEndTagLength * 2)
        series = SeriesTable(units: units)
        partial = PartialElement(
            limit: max(maximumElement, Self.maximumProlog) + Self.maximumEndTagLength)
        origin = UnsafePointer(partial.start)
    }

    /// A scanner with the canonical units of stored metrics outside Dayline's table, by metric.
    package init(into sink: any ScanSink, learnedUnits: [String: String]) {
        self.init(into: sink, units: CanonicalUnits(learned: learnedUnits))
    }

    /// Reads the next bytes of the file. Only an incomplete element at the end is copied.
    package mutating func consume(_ block: UnsafeRawBufferPointer) throws {
        var rest = block
        while !partial.isEmpty, !rest.isEmpty {
            let copied = partial.fill(from: rest)
            rest = UnsafeRawBufferPointer(rebasing: rest[copied...])
            guard partial.count >= partial.retryCount else { return }
            let used = try scan(UnsafePointer(partial.start), partial.count, isFinal: false)
            let unread = partial.count - used
            if unread <= copied {
                // The remaining bytes are still in the block, where they need not be copied.
                rest = UnsafeRawBufferPointer(
                    start: block.baseAddress.map { $0 + (block.count - rest.count - unread) },
                    count: rest.count + unread)
                partial.clear()
            } else {
                partial.removeFirst(used)
            }
        }
        guard let base = rest.baseAddress, !rest.isEmpty else { return }
        let used = try scan(base.assumingMemoryBound(to: UInt8.self), rest.count, isFinal: false)
        if used < rest.count {
            partial.replace(with: UnsafeRawBufferPointer(rebasing: rest[used...]))
        }
    }

    /// Ends the file, and sends the remaining items.
    package mutating func finish() throws -> ScanReport {
        if !partial.isEmpty {
            _ = try scan(UnsafePointer(partial.start), partial.count, isFinal: true)
            partial.clear()
        }
        if case .prolog = state {} else { report.isTruncated = true }
        try appendNested()
        try flushColumns()
        for series in series.all where series.samples > 0 && !series.description.isPart {
            report.counts[series.description.metric, default: .init()].emitted += series.samples
        }
        for series in series.all where series.samples > 0 && series.description.isPart {
            report.addNested(series.description.metric, series.samples, \.emitted)
        }
        report.addNested(NestedElements.entry, entries.stored, \.emitted)
        report.addNested(NestedElements.entry, entries.ignored, \.ignored)
        report.ignoredMetadata = metadata.byKey
        report.offsets = dates.offsetsByDay
        return report
    }

    /// Reads up to the first incomplete element.
    /// - Returns: Number of bytes read.
    private mutating func scan(
        _ start: UnsafePointer<UInt8>, _ count: Int, isFinal: Bool
    ) throws -> Int {
        origin = start
        let end = start + count
        var position = start
        while position < end {
            let next: UnsafePointer<UInt8>?
            switch state {
            case .prolog: next = scanProlog(position, before: end, isFinal: isFinal)
            case .body: next = try scanBody(position, before: end, isFinal: isFinal)
            case .comment(let text): next = scanComment(position, before: end, upTo: text)
            case .skipping(let name): next = scanSkipped(position, before: end, name: name)
            }
            guard let next, next > position else { break }
            position = next
        }
        originOffset += Int64(position - start)
        origin = position
        return position - start
    }

    /// Offset of `position` in the file.
    func offset(of position: UnsafePointer<UInt8>) -> Int64 {
        originOffset + Int64(position - origin)
    }

    /// Upper bound of the length of end tags.
    static let maximumEndTagLength = 64
}

extension ExportScanner {
    /// Sends the buffered samples.
    mutating func flushColumns() throws {
        guard columns.count > 0 else { return }
        var batch = columns.removeBatch(attributes: attributes)
        for i in batch.series.indices {
            let number = batch.series[i]
            let (index, isNew) = series.declare(number, samples: Int(batch.lengths[i]))
            if isNew { try sink.declare(series[number].description, index: index) }
            batch.series[i] = index
        }
        try sink.receive(batch)
    }

    /// Sends an invalid element with its bytes.
    mutating func quarantine(
        type: String, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>,
        reason: String
    ) throws {
        let count = min(end - start, QuarantinedElement.maximumBytes)
        report.counts[type, default: .init()].quarantined += 1
        try sink.receive(
            QuarantinedElement(
                type: type, offset: offset(of: start), line: line, reason: reason,
                bytes: Array(UnsafeBufferPointer(start: start, count: count))))
    }

    /// Counts damage that lost no item.
    mutating func recordDamage(_ reason: String, at position: UnsafePointer<UInt8>) {
        if let known = report.damage.firstIndex(where: { $0.reason == reason }) {
            report.damage[known].count += 1
        } else {
            report.damage.append(
                ScanReport.Damage(
                    reason: reason, offset: offset(of: position), line: line, count: 1))
        }
    }

    mutating func recordDamage(_ defects: ByteDefects, at position: UnsafePointer<UInt8>) {
        guard !defects.isEmpty else { return }
        for (kind, text) in ByteDefects.reasons where defects.contains(kind) {
            recordDamage(text, at: position)
        }
    }
}
