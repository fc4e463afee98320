import Contracts
import Glibc
import RPC

/// The output of an importer for one file, computed in this process for the importer's own tests.
///
///     let trial = try ImportTrial(of: WaterBottleImporter(), reading: "1767225600000,250\n")
///     #expect(trial.samples.map(\.value) == [250])
public struct ImportTrial {
    /// The samples in the order in which the importer appended them.
    public private(set) var samples: [Sample] = []
    /// The quarantined items in the order of the file.
    public private(set) var quarantined: [DamagedItem] = []
    /// Number of ignored items by type.
    public private(set) var ignored: [String: Int] = [:]
    /// The workouts in the order in which the importer appended them, with values in canonical units.
    public internal(set) var workouts: [ImportedWorkout] = []
    /// The correlations in the order in which the importer appended them, with values in canonical units.
    public internal(set) var correlations: [ImportedCorrelation] = []
    /// The activity summaries in the order in which the importer appended them.
    public internal(set) var activitySummaries: [ImportedActivitySummary] = []
    /// The damage that lost no item, in the order in which the importer reported it.
    public internal(set) var problems: [Problem] = []
    /// The activities in the order in which the importer appended them.
    public internal(set) var activities: [ImportedActivity] = []
    /// The entries in the order in which the importer appended them.
    public internal(set) var entries: [ImportedEntry] = []
    /// The annotations in the order in which the importer appended them.
    public internal(set) var annotations: [ImportedAnnotation] = []
    /// The format that the importer stated; nil if it stated none.
    public private(set) var format: String?
    /// The text of the mapping that the importer read the file with; nil if it stated nothing.
    public private(set) var mapping: String?
    /// True if the importer reported that the file is incomplete.
    public private(set) var isTruncated = false

    /// A sample in the canonical unit of its metric.
    public struct Sample: Hashable, Sendable {
        /// The key of the metric.
        public let metric: String
        /// The canonical unit of the metric, which the values have.
        public let unit: String
        /// The name of the device or application that recorded the sample.
        public let source: String
        /// Milliseconds since 1970, UTC.
        public let start: Int64
        /// Milliseconds since 1970, UTC.
        public let end: Int64
        /// The value in ``unit``.
        public let value: Double
        /// The time span of the value.
        public let resolution: SeriesDescription.Resolution
        /// The attributes of the sample, with numbers in ``unit``.
        public let details: [SampleDetail]
    }

    /// A quarantined item.
    public struct DamagedItem: Hashable, Sendable {
        /// The type of the item in the import report.
        public let type: String
        /// The location of the item in the file.
        public let location: ItemLocation
        /// The reason for the quarantine as a phrase.
        public let reason: String
    }

    /// Runs the importer on a file with this text.
    /// - Throws: The importer's error.
    public init(
        of importer: some Importer, reading text: String, named name: String = "test.txt",
        zone: String? = nil
    ) throws {
        try self.init(of: importer, reading: Array(text.utf8), named: name, zone: zone)
    }

    /// Runs the importer on a file with these bytes.
    /// - Throws: The importer's error.
    public init(
        of importer: some Importer, reading bytes: [UInt8], named name: String,
        zone: String? = nil, mapping: String? = nil
    ) throws {
        let descriptor = try Self.unnamedFile(containing: bytes)
        defer { close(descriptor) }
        try self.init(of: importer, descriptor, name, zone, mapping)
    }

    /// Runs the importer on the file or folder at a path.
    /// - Throws: The importer's error, or an `ImportProblem` if the path does not exist.
    public init(
        of importer: some Importer, readingFileAt path: String, zone: String? = nil
    ) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ImportProblem("There is no file \(path).") }
        defer { close(descriptor) }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        try self.init(of: importer, descriptor, name, zone)
    }

    private init(
        of importer: some Importer, _ descriptor: Int32, _ name: String, _ zone: String?,
        _ mapping: String? = nil
    ) throws {
        var status = stat()
        let isFolder = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let job = ImportJob(
            endpoint: "", token: "", fileName: name, isFolder: isFolder, zone: zone, zones: [],
            units: [:], mapping: mapping)
        let collected = CollectedBatches()
        var batches = SampleBatches(units: [:]) { collected.packets.append($0) }
        let scratch = try Self.unnamedFile(containing: [])
        defer { close(scratch) }
        try importer.read(
            ImportFile(descriptor: descriptor, job: job, scratch: scratch), into: &batches)
        try batches.flush()
        var keys: [SeriesKey] = []
        for packet in collected.packets { try apply(packet, &keys) }
    }

    private mutating func apply(
        _ packet: Packet<Batches.Batch>, _ keys: inout [SeriesKey]
    ) throws {
        let batch = packet.body
        apply(batch)
        keys += batch.series.map(\.key)
        quarantined += batch.quarantined.map {
            DamagedItem(
                type: $0.type,
                location: ItemLocation(offset: $0.offset, line: $0.line, text: $0.text),
                reason: $0.reason)
        }
        ignored.merge(batch.ignored, uniquingKeysWith: +)
        if batch.isTruncated == true { isTruncated = true }
        format = batch.format ?? format
        mapping = batch.mapping ?? mapping
        if let part = batch.tracker { return try apply(part, packet.columns) }
        guard !packet.columns.isEmpty else { return }
        let series = try packet.columns.column("series", .int32).array(of: Int32.self)
        let lengths = try packet.columns.column("length", .int32).array(of: Int32.self)
        let starts = try packet.columns.column("start", .int64).array(of: Int64.self)
        let ends = try packet.columns.column("end", .int64).array(of: Int64.self)
        let values = try packet.columns.column("value", .float64).array(of: Double.self)
        let details = try Self.details(packet)
        var next = 0
        for (number, length) in zip(series, lengths) {
            let key = keys[Int(number)]
            for index in next..<(next + Int(length)) {
                samples.append(
                    Sample(
                        metric: key.metric, unit: key.unit, source: key.source,
                        start: starts[index], end: ends[index], value: values[index],
                        resolution: SeriesDescription.Resolution(
                            rawValue: key.resolution.rawValue) ?? .raw,
                        details: details[Int32(index)] ?? []))
            }
            next += Int(length)
        }
    }

    /// The attributes of the samples of a batch, by the index of the sample.
    private static func details(
        _ packet: Packet<Batches.Batch>
    ) throws -> [Int32: [SampleDetail]] {
        guard packet.columns.contains(where: { $0.name == "attributeSample" }) else { return [:] }
        let samples = try packet.columns.column("attributeSample", .int32).array(of: Int32.self)
        let kinds = try packet.columns.column("attributeKind", .int32).array(of: Int32.self)
        let texts = try packet.columns.column("attributeText", .int32).array(of: Int32.self)
        var details: [Int32: [SampleDetail]] = [:]
        for (index, sample) in samples.enumerated() {
            guard let kind = SampleDetail.Kind(rawValue: kinds[index]) else { continue }
            let text = packet.body.texts[Int(texts[index])]
            details[sample, default: []].append(SampleDetail(kind, text))
        }
        return details
    }

    private static func unnamedFile(containing bytes: [UInt8]) throws -> Int32 {
        var template = Array("/tmp/dayline-trial-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw ImportProblem("A file in /tmp cannot be created (error \(errno)).")
        }
        unlink(template)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else {
                close(descriptor)
                throw ImportProblem("The test file cannot be written to /tmp: the disk is full.")
            }
            written += count
        }
        return descriptor
    }
}

private final class CollectedBatches {
    var packets: [Packet<Batches.Batch>] = []
}
