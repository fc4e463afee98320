import CivilTime
package import Contracts
import HealthMetrics
package import RPC

/// The output of an importer. Samples and rows are sent in batches; while the receiver is busy,
/// appending blocks.
public struct SampleBatches {
    private let sink: (Packet<Batches.Batch>) throws -> Void
    private let now: () -> ContinuousClock.Instant
    private var lastSend: ContinuousClock.Instant
    /// The canonical units, including those of metrics outside Dayline's table.
    var canonicalUnits: CanonicalUnits
    private var declared: [SeriesDescription: SeriesHandle] = [:]
    private var conversions: [UnitConversion] = []
    private var types: [String] = []
    private var canBeNegative: [Bool] = []
    var pending = PendingBatch()
    var tracker = PendingTrackerPart()
    /// The appended activities by their key, numbered from 0.
    var declaredActivities: [String: Int] = [:]
    private var rowBytes = 0
    private var bytesRead: Int64 = 0
    private var bytesTotal: Int64 = 0

    /// Quarantined items or problems in a batch before it is sent.
    private static let entryLimit = 512
    /// Bytes of the rows in a batch before it is sent.
    private static let rowBytesLimit = 1 << 20
    /// Type of samples without a declared series in the import report.
    private static let undeclaredType = "Sample"
    /// Series of an import. Real files have some hundred; each takes memory until the end of the import.
    static let seriesLimit = 20_000
    /// Minimum time between a batch and one that only has progress.
    package static let progressInterval = Duration.seconds(1)

    /// `units` are the canonical units of stored metrics outside Dayline's table.
    package init(
        units: [String: String], now: @escaping () -> ContinuousClock.Instant = { .now },
        sink: @escaping (Packet<Batches.Batch>) throws -> Void
    ) {
        canonicalUnits = CanonicalUnits(learned: units)
        self.sink = sink
        self.now = now
        lastSend = now()
    }

    /// Canonical units of stored metrics outside Dayline's table, by metric. Such a metric has the unit of
    /// its first series.
    public var units: [String: String] { canonicalUnits.learned }

    /// Declares a series. The same description returns the same handle.
    ///
    /// Values are converted to the canonical unit of the metric. A metric outside Dayline's table is
    /// stored in the unit of its first series. Samples of a metric without a name, and of a series beyond the
    /// first 20,000 of an import, are quarantined.
    /// - Throws: A ``UnitMismatch`` if the unit cannot be converted.
    public mutating func series(
        _ description: SeriesDescription
    ) throws(UnitMismatch) -> SeriesHandle {
        if let handle = declared[description] { return handle }
        let metric = description.metric
        guard !metric.isEmpty else { return .unnamed }
        guard conversions.count < Self.seriesLimit else { return .excess }
        let conversion: UnitConversion
        do throws(UnitError) {
            conversion = try canonicalUnits.conversion(of: metric, from: description.unit)
        } catch {
            throw UnitMismatch(
                metric: metric, unit: description.unit,
                canonicalUnit: canonicalUnits.unit(of: metric) ?? description.unit)
        }
        let source = SourceName(description.source)
        let key = SeriesKey(
            metric: metric, unit: canonicalUnits.unit(of: metric) ?? description.unit,
            source: source.shown,
            sourceKey: source.compared, device: DeviceName.withoutAddress(description.device),
            isEntered: description.isManualEntry,
            resolution: SeriesKey.Resolution(rawValue: description.resolution.rawValue) ?? .raw)
        let handle = declare(key, description, conversion)
        declared[description] = handle
        return handle
    }

    /// Appends a sample. Instants are milliseconds since 1970, UTC; the value is in the unit of the
    /// series.
    ///
    /// An invalid sample is quarantined with its location and not appended: it ends before it starts,
    /// its value or time is out of range, or its metric has no name.
    public mutating func append(
        _ series: SeriesHandle, start: Int64, end: Int64, value: Double,
        details: [SampleDetail] = [], from location: @autoclosure () -> ItemLocation
    ) throws {
        guard series.isDeclared else {
            let reason =
                series == .unnamed
                ? "its metric has no name" : "the file has more than \(Self.seriesLimit) series"
            return try quarantine(location(), type: Self.undeclaredType, reason: reason)
        }
        let canonical = conversions[Int(series.index)].converted(value)
        let reason: String? =
            if end < start {
                "it ends before it starts"
            } else if canonical.isNaN {
                "its value is not a number"
            } else if !canonical.isMeasurable {
                "its value is too large"
            } else if canonical < 0, !canBeNegative[Int(series.index)] {
                "its value is negative"
            } else if !measurableInstants.contains(start) || !measurableInstants.contains(end) {
                "its time is out of range"
            } else {
                nil
            }
        if let reason {
            return try quarantine(location(), type: types[Int(series.index)], reason: reason)
        }
        pending.append(series.index, start, end, canonical)
        for detail in details {
            pending.attach(detail, conversions[Int(series.index)])
        }
        if pending.count == Batches.maximumSamples { try flush() }
    }

    /// Appends a sample that was read from a line of text.
    public mutating func append(
        _ series: SeriesHandle, start: Int64, end: Int64, value: Double,
        details: [SampleDetail] = [], from line: TextLine
    ) throws {
        try append(
            series, start: start, end: end, value: value, details: details, from: ItemLocation(line)
        )
    }

    /// Quarantines a damaged item. `type` is its metric or kind of row in the import report; `reason`
    /// is a phrase such as "its date is invalid".
    public mutating func quarantine(
        _ location: ItemLocation, type: String, reason: String
    ) throws {
        pending.batch.quarantined.append(
            QuarantinedItem(
                type: type, offset: location.offset, line: location.line, reason: reason,
                text: String(location.text.prefix(Batches.quarantinedText))))
        try flushIfNeeded(pending.batch.quarantined.count)
    }

    /// Quarantines a damaged line.
    public mutating func quarantine(_ line: TextLine, type: String, reason: String) throws {
        try quarantine(ItemLocation(line), type: type, reason: reason)
    }

    /// Counts items that are valid and not stored.
    public mutating func ignore(_ count: Int = 1, of type: String) {
        guard count > 0 else { return }
        pending.batch.ignored[type, default: 0] += count
    }

    /// Reports damage that loses no item. Repeated damage has one line with its count in the report.
    public mutating func report(
        _ reason: String, at location: ItemLocation, count: Int = 1
    ) throws {
        pending.batch.problems.append(
            ImportReport.Problem(
                offset: location.offset, line: location.line, reason: reason, count: count))
        try flushIfNeeded(pending.batch.problems.count)
    }

    /// Reports that the file is incomplete from `offset`, in bytes, so that reconciliation skips the
    /// file.
    public mutating func reportTruncation(_ reason: String, at offset: Int64) {
        pending.batch.isTruncated = true
        pending.batch.problems.append(
            ImportReport.Problem(offset: offset, line: 0, reason: reason, count: 1))
    }

    /// Sets the progress in bytes on disk, and sends it with the pending items, at most once a
    /// second. Sending progress ends a silence: the receiver ends an importer that is silent for too
    /// long.
    public mutating func reportProgress(bytesRead: Int64, of bytesTotal: Int64) throws {
        (self.bytesRead, self.bytesTotal) = (bytesRead, bytesTotal)
        guard now() - lastSend >= Self.progressInterval else { return }
        try sendBatch(pending.columns())
    }

    private mutating func flushIfNeeded(_ count: Int) throws {
        if count >= Self.entryLimit { try flush() }
    }
}

extension SampleBatches {
    private mutating func declare(
        _ key: SeriesKey, _ description: SeriesDescription, _ conversion: UnitConversion
    ) -> SeriesHandle {
        let handle = SeriesHandle(index: Int32(conversions.count))
        conversions.append(conversion)
        types.append(key.metric)
        canBeNegative.append(Metric.known(key: key.metric)?.canBeNegative ?? true)
        pending.batch.series.append(
            Batches.Declaration(
                key: key, isCounted: !description.isPart,
                metadataElement: description.attributeElement))
        return handle
    }

    /// Appends a row with the counts of the elements and files stored with it.
    mutating func append(_ row: HealthRow, parts: Batches.RowParts) throws {
        pending.batch.rows.append(row)
        pending.batch.rowParts = (pending.batch.rowParts ?? []) + [parts]
        rowBytes += row.estimatedBytes
        if rowBytes >= Self.rowBytesLimit { try flush() }
    }

    /// Appends samples in columns. Invalid samples are quarantined with `location`.
    /// - Throws: An ``ImportProblem`` if the columns have different lengths or invalid indices.
    public mutating func append(
        _ samples: ColumnarSamples, from location: ItemLocation
    ) throws {
        guard samples.isConsistent(seriesCount: conversions.count) else {
            throw ImportProblem("The columns of samples have different lengths or invalid indices.")
        }
        guard samples.count > 0 else { return }
        guard samples.series.allSatisfy(\.isDeclared) else {
            return try appendEach(samples, from: location)
        }
        let canonical = converted(samples)
        guard canonical.areValid(canBeNegative: canBeNegative) else {
            return try appendEach(samples, from: location)
        }
        try flush()
        pending.batch.texts = samples.texts
        try sendBatch(canonical.columns)
    }

    /// The samples in canonical units.
    private func converted(_ samples: ColumnarSamples) -> ColumnarSamples {
        guard samples.series.contains(where: { !conversions[Int($0.index)].isIdentity }) else {
            return samples
        }
        var samples = samples
        var first = 0
        for (series, length) in zip(samples.series, samples.lengths) {
            let conversion = conversions[Int(series.index)]
            for index in first..<(first + Int(length)) {
                samples.values[index] = conversion.converted(samples.values[index])
            }
            first += Int(length)
        }
        return samples
    }

    private mutating func appendEach(
        _ samples: ColumnarSamples, from location: ItemLocation
    ) throws {
        let details = samples.details
        var first = 0
        for (series, length) in zip(samples.series, samples.lengths) {
            for index in first..<(first + Int(length)) {
                try append(
                    series, start: samples.starts[index], end: samples.ends[index],
                    value: samples.values[index], details: details[index] ?? [], from: location)
            }
            first += Int(length)
        }
    }

    /// Sends the pending items.
    package mutating func flush() throws {
        if !pending.isEmpty { try sendBatch(pending.columns()) }
        try sendTrackerPart()
    }

    /// Sends the items of the tracker in a batch of their own, whose columns are those of entries.
    private mutating func sendTrackerPart() throws {
        guard !tracker.isEmpty else { return }
        var packet = tracker.packet()
        (packet.body.bytesRead, packet.body.bytesTotal) = (bytesRead, bytesTotal)
        try sink(packet)
        lastSend = now()
        tracker = PendingTrackerPart()
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
