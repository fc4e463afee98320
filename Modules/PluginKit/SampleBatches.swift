import CivilTime
package import Contracts
package import Metrics
package import RPC

/// Everything that an importer hands over. Samples are gathered and sent in batches; when the other
/// end is busy, adding one waits.
public struct SampleBatches {
    private let sink: (Packet<Batches.Batch>) throws -> Void
    private let now: () -> ContinuousClock.Instant
    private var lastSend: ContinuousClock.Instant
    /// The units that metrics outside the table are kept in.
    package private(set) var units: CanonicalUnits
    private var declared: [SeriesDescription: SeriesHandle] = [:]
    private var conversions: [UnitConversion] = []
    private var types: [String] = []
    private var canBeNegative: [Bool] = []
    private var pending = PendingBatch()
    private var rowBytes = 0
    private var bytesRead: Int64 = 0
    private var bytesTotal: Int64 = 0

    /// Details other than samples that a batch may hold before it is sent.
    private static let entryLimit = 512
    /// Workouts and the like in a batch, by their size in it.
    private static let rowBytesLimit = 1 << 20
    /// The time after a batch in which progress alone is not sent.
    package static let progressInterval = Duration.seconds(1)

    /// `units` are those of metrics that storage has learned from earlier files.
    package init(
        units: [String: String], now: @escaping () -> ContinuousClock.Instant = { .now },
        sink: @escaping (Packet<Batches.Batch>) throws -> Void
    ) {
        self.units = CanonicalUnits(learned: units)
        self.sink = sink
        self.now = now
        lastSend = now()
    }

    /// Declares a series; the same description gives the same handle.
    ///
    /// The values of a metric outside Dayline's table are kept in the unit that they first came in.
    public mutating func series(
        _ description: SeriesDescription
    ) throws(UnitMismatch) -> SeriesHandle {
        if let handle = declared[description] { return handle }
        let metric = description.metric
        let conversion: UnitConversion
        do throws(UnitError) {
            conversion = try units.conversion(of: metric, from: description.unit)
        } catch {
            throw UnitMismatch(
                metric: metric, unit: description.unit,
                canonicalUnit: units.unit(of: metric) ?? description.unit)
        }
        let source = SourceName(description.source)
        let key = SeriesKey(
            metric: metric, unit: units.unit(of: metric) ?? description.unit, source: source.shown,
            sourceKey: source.compared, device: DeviceName.withoutAddress(description.device),
            isEntered: description.isManualEntry,
            resolution: SeriesKey.Resolution(description.resolution))
        let handle = declare(key, isCounted: true, metadataElement: nil, conversion)
        declared[description] = handle
        return handle
    }

    /// Adds a sample. Instants are milliseconds since 1970, UTC.
    ///
    /// One that cannot be, because it ends before it starts or its value is no number, is quarantined
    /// with its place in the file.
    public mutating func append(
        _ series: SeriesHandle, start: Int64, end: Int64, value: Double,
        details: [SampleDetail] = [], from place: ItemLocation
    ) throws {
        let canonical = conversions[Int(series.index)].converted(value)
        let reason: String? =
            if end < start {
                "it ends before it starts"
            } else if canonical.isNaN {
                "its value is no number"
            } else if !canonical.isMeasurable {
                "its value is too large"
            } else if canonical < 0, !canBeNegative[Int(series.index)] {
                "its value is negative"
            } else if !measurableInstants.contains(start) || !measurableInstants.contains(end) {
                "its time cannot be"
            } else {
                nil
            }
        if let reason {
            return try quarantine(place, type: types[Int(series.index)], reason: reason)
        }
        pending.append(series.index, start, end, canonical)
        for detail in details { pending.attach(detail) }
        if pending.count == Batches.maximumSamples { try flush() }
    }

    /// Adds a sample from a line of text.
    public mutating func append(
        _ series: SeriesHandle, start: Int64, end: Int64, value: Double,
        details: [SampleDetail] = [], from line: TextLine
    ) throws {
        try append(
            series, start: start, end: end, value: value, details: details, from: ItemLocation(line)
        )
    }

    /// Keeps a damaged item apart, with its text and the reason in a few words.
    public mutating func quarantine(_ place: ItemLocation, type: String, reason: String) throws {
        pending.batch.quarantined.append(
            QuarantinedItem(
                type: type, offset: place.offset, line: place.line, reason: reason,
                text: String(place.text.prefix(Batches.quarantinedText))))
        try flushIfNeeded(pending.batch.quarantined.count)
    }

    /// Keeps a damaged line apart.
    public mutating func quarantine(_ line: TextLine, type: String, reason: String) throws {
        try quarantine(ItemLocation(line), type: type, reason: reason)
    }

    /// Counts items that were understood and are not kept.
    public mutating func ignore(_ count: Int = 1, of type: String) {
        guard count > 0 else { return }
        pending.batch.ignored[type, default: 0] += count
    }

    /// Reports damage that loses nothing, or less than an item.
    public mutating func report(_ reason: String, at place: ItemLocation) throws {
        pending.batch.problems.append(
            ImportReport.Problem(
                offset: place.offset, line: place.line, reason: reason, count: 1))
        try flushIfNeeded(pending.batch.problems.count)
    }

    /// The rest of the file is missing, or cannot be read.
    public mutating func reportTruncation(_ reason: String, at offset: Int64) {
        pending.batch.isTruncated = true
        pending.batch.problems.append(
            ImportReport.Problem(offset: offset, line: 0, reason: reason, count: 1))
    }

    /// Sets how much of the file was read, in bytes on disk, and sends it with what waits, at most once
    /// a second: an importer that reports progress is not silent.
    public mutating func reportProgress(bytesRead: Int64, of bytesTotal: Int64) throws {
        (self.bytesRead, self.bytesTotal) = (bytesRead, bytesTotal)
        guard now() - lastSend >= Self.progressInterval else { return }
        try sendBatch(pending.makeColumns())
    }

    private mutating func flushIfNeeded(_ count: Int) throws {
        if count >= Self.entryLimit { try flush() }
    }
}

extension SampleBatches {
    /// Declares a series whose values come in its unit already.
    package mutating func declare(
        _ key: SeriesKey, isCounted: Bool, metadataElement: String? = nil,
        _ conversion: UnitConversion = .identity
    ) -> SeriesHandle {
        let handle = SeriesHandle(index: Int32(conversions.count))
        conversions.append(conversion)
        types.append(key.metric)
        canBeNegative.append(Metric.known(key: key.metric)?.canBeNegative ?? true)
        pending.batch.series.append(
            Batches.Declaration(
                key: key, isCounted: isCounted, metadataElement: metadataElement))
        return handle
    }

    /// Adds a workout, a correlation or the like, with the counts of the elements and files kept with it.
    package mutating func append(
        _ row: HealthRow, parts: Batches.RowParts = Batches.RowParts()
    ) throws {
        pending.batch.rows.append(row)
        pending.batch.rowParts = (pending.batch.rowParts ?? []) + [parts]
        rowBytes += row.estimatedBytes
        if rowBytes >= Self.rowBytesLimit { try flush() }
    }

    /// Changes what is not samples in the batch to come.
    package mutating func updateBatch(_ change: (inout Batches.Batch) -> Void) throws {
        change(&pending.batch)
        try flushIfNeeded(pending.batch.quarantined.count + pending.batch.problems.count)
    }

    /// Sends samples that are in columns already, with what waits beside them.
    package mutating func send(_ columns: [Column], texts: [String]) throws {
        try flush()
        pending.batch.texts = texts
        try sendBatch(columns)
    }

    /// Sends what waits.
    package mutating func flush() throws {
        guard !pending.isEmpty else { return }
        try sendBatch(pending.makeColumns())
    }

    private mutating func sendBatch(_ columns: [Column]) throws {
        pending.batch.bytesRead = bytesRead
        pending.batch.bytesTotal = bytesTotal
        try sink(Packet(pending.batch, columns: columns))
        lastSend = now()
        pending = PendingBatch()
        rowBytes = 0
    }
}

extension SeriesKey.Resolution {
    init(_ resolution: SeriesDescription.Resolution) {
        self =
            switch resolution {
            case .raw: .raw
            case .minute: .minute
            case .hour: .hour
            case .day: .day
            }
    }
}
