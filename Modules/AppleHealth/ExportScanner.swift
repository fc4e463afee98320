package import Metrics

/// Reads the XML of an Apple Health export, block by block, in constant memory.
///
/// Feed it with ``consume(_:)``, any number of bytes at a time, and end with ``finish()``; what it
/// reads goes to a ``ScanSink``. It never fails on what a file holds: an element that cannot be kept
/// is quarantined with its bytes, and reading goes on behind it.
package struct ExportScanner: ~Copyable {
    /// The largest element that is buffered; a larger one is quarantined unread.
    package static let maximumElement = 16 << 20
    /// The largest prolog that is checked; the root is searched for behind a larger one as well.
    static let maximumProlog = 1 << 20

    /// What comes next in the file.
    enum State {
        /// Before a root, or behind one.
        case prolog
        /// Within a root.
        case body
        /// Within a comment or the like, up to this text.
        case comment(end: StaticString)
        /// Within an element that was too large.
        case skipping(name: [UInt8])
    }

    let sink: any ScanSink
    let isHeadCacheEnabled: Bool
    let maximumElement: Int

    var state = State.prolog
    private var partial: PartialElement
    /// The first byte of what is being read, and where it is in the file.
    private var origin: UnsafePointer<UInt8>
    private var originOffset: Int64 = 0
    /// The line of what is read next.
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
    /// One for each level of elements within one another.
    let tags = (StartTag(), StartTag(), StartTag())
    var report = ScanReport()
    /// The end tag of the element that is read, once it was looked for.
    var endTag: UnsafePointer<UInt8>?
    /// Whether no more bytes will come of the element that is read.
    var isElementComplete = false

    /// - Parameters:
    ///   - sink: Takes what is read.
    ///   - units: The canonical units learned from earlier files.
    ///   - isHeadCacheEnabled: Whether records are read by remembered heads, which is faster and gives
    ///     the same items.
    ///   - maximumElement: The largest element that is buffered.
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

    /// Reads the next bytes of the file. They are not kept, but for the beginning of an element that
    /// is not whole yet.
    package mutating func consume(_ block: UnsafeRawBufferPointer) throws {
        var rest = block
        while !partial.isEmpty, !rest.isEmpty {
            let taken = partial.fill(from: rest)
            rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
            guard partial.count >= partial.retryCount else { return }
            let used = try scan(UnsafePointer(partial.start), partial.count, isFinal: false)
            let left = partial.count - used
            if left <= taken {
                // What is left is still in the block, where it need not be copied.
                rest = UnsafeRawBufferPointer(
                    start: block.baseAddress.map { $0 + (block.count - rest.count - left) },
                    count: rest.count + left)
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

    /// Ends the file, hands over what is left and says what was found.
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

    /// Reads up to the beginning of an element that is not whole; returns how many bytes were used.
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

    /// Where `position` is in the file.
    func offset(of position: UnsafePointer<UInt8>) -> Int64 {
        originOffset + Int64(position - origin)
    }

    /// Longer than any end tag that is looked for.
    static let maximumEndTagLength = 64
}

extension ExportScanner {
    /// Sends the samples that wait.
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

    /// Keeps the bytes of an element that cannot be read.
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

    /// Counts damage that lost nothing.
    mutating func recordDamage(_ reason: String, at position: UnsafePointer<UInt8>) {
        if let known = report.damage.firstIndex(where: { $0.reason == reason }) {
            report.damage[known].count += 1
        } else {
            report.damage.append(
                ScanReport.Damage(
                    reason: reason, offset: offset(of: position), line: line, count: 1))
        }
    }

    mutating func recordDamage(_ health: ByteDefects, at position: UnsafePointer<UInt8>) {
        guard !health.isEmpty else { return }
        for (kind, text) in ByteDefects.reasons where health.contains(kind) {
            recordDamage(text, at: position)
        }
    }
}
