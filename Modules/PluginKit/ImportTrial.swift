import Contracts
import Glibc
import RPC

/// What an importer makes of a file, read in this process: for the importer's own tests.
///
/// ```swift
/// let trial = try ImportTrial(of: WaterBottleImporter(), reading: "1767225600000,250\n")
/// #expect(trial.samples.map(\.value) == [250])
/// ```
public struct ImportTrial {
    /// In the order in which they were handed over.
    public private(set) var samples: [Sample] = []
    public private(set) var quarantined: [DamagedItem] = []
    /// Items that were understood and are not kept, by type.
    public private(set) var ignored: [String: Int] = [:]
    /// Whether the file ended before it was complete.
    public private(set) var isTruncated = false

    /// A sample as it is kept: its value is in the metric's own unit.
    public struct Sample: Hashable, Sendable {
        public let metric: String
        public let unit: String
        public let source: String
        /// Milliseconds since 1970, UTC.
        public let start: Int64
        public let end: Int64
        public let value: Double
    }

    /// An item that was kept apart.
    public struct DamagedItem: Hashable, Sendable {
        public let type: String
        public let location: ItemLocation
        public let reason: String
    }

    /// Reads a file that has this text.
    /// - Throws: What the importer throws: the file cannot be read at all.
    public init(
        of importer: some Importer, reading text: String, named name: String = "test.txt",
        zone: String? = nil
    ) throws {
        let descriptor = try Self.unnamedFile(containing: text)
        defer { close(descriptor) }
        try self.init(of: importer, descriptor, name, zone)
    }

    /// Reads the file at a path.
    /// - Throws: What the importer throws, or that there is no such file.
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
        of importer: some Importer, _ descriptor: Int32, _ name: String, _ zone: String?
    ) throws {
        var status = stat()
        let isFolder = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let job = ImportJob(
            endpoint: "", token: "", fileName: name, isFolder: isFolder, zone: zone, zones: [],
            units: [:])
        let collected = CollectedBatches()
        var batches = SampleBatches(units: [:]) { collected.packets.append($0) }
        try importer.read(ImportFile(descriptor: descriptor, job: job), into: &batches)
        try batches.flush()
        var keys: [SeriesKey] = []
        for packet in collected.packets { try apply(packet, &keys) }
    }

    private mutating func apply(
        _ packet: Packet<Batches.Batch>, _ keys: inout [SeriesKey]
    ) throws {
        let batch = packet.body
        keys += batch.series.map(\.key)
        quarantined += batch.quarantined.map {
            DamagedItem(
                type: $0.type,
                location: ItemLocation(offset: $0.offset, line: $0.line, text: $0.text),
                reason: $0.reason)
        }
        ignored.merge(batch.ignored, uniquingKeysWith: +)
        if batch.isTruncated == true { isTruncated = true }
        guard !packet.columns.isEmpty else { return }
        let series = try packet.columns.column("series", .int32).array(of: Int32.self)
        let lengths = try packet.columns.column("length", .int32).array(of: Int32.self)
        let starts = try packet.columns.column("start", .int64).array(of: Int64.self)
        let ends = try packet.columns.column("end", .int64).array(of: Int64.self)
        let values = try packet.columns.column("value", .float64).array(of: Double.self)
        var next = 0
        for (number, length) in zip(series, lengths) {
            let key = keys[Int(number)]
            for index in next..<(next + Int(length)) {
                samples.append(
                    Sample(
                        metric: key.metric, unit: key.unit, source: key.source,
                        start: starts[index], end: ends[index], value: values[index]))
            }
            next += Int(length)
        }
    }

    private static func unnamedFile(containing text: String) throws -> Int32 {
        var template = Array("/tmp/dayline-trial-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw ImportProblem("There is no room in /tmp for a file to read (error \(errno)).")
        }
        unlink(template)
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else {
                close(descriptor)
                throw ImportProblem("There is no room in /tmp for a file to read.")
            }
            written += count
        }
        return descriptor
    }
}

private final class CollectedBatches {
    var packets: [Packet<Batches.Batch>] = []
}
