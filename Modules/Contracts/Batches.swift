package import RPC

/// What an importer process tells the ingestion worker that started it, over a private endpoint.
package enum Batches {
    package static let service = "dayline.ingestion.Batches"

    /// The whole of an import: batches as the file is read, then the reply.
    package static let push = UploadMethod<Start, Packet<Batch>, Empty>(service, "Push")

    package struct Start: Codable, Hashable, WireValue {
        /// The job's token, which only the process that was started for it knows.
        package var token: String

        package init(token: String) {
            self.token = token
        }
    }

    /// A part of the file. Beside it, when it holds samples, the columns `series` i32 and `length`
    /// i32 (runs of samples of one series, by index of declaration), and one element a sample:
    /// `start` i64 and `end` i64 (milliseconds since 1970), `value` f64 (canonical unit); and, for
    /// samples with attributes only, `attributeSample` i32 (index into the batch), `attributeKind`
    /// i32 (see ``SampleAttribute``) and `attributeText` i32 (index into `texts`).
    package struct Batch: Codable, Hashable, Sendable {
        /// Series met for the first time; their indices go on counting over the whole import.
        package var series: [SeriesKey]
        package var texts: [String]
        package var rows: [HealthRow]
        package var quarantined: [QuarantinedItem]
        /// Items understood but not kept, by type.
        package var ignored: [String: Int]
        package var problems: [ImportReport.Problem]
        package var ignoredMetadata: [String: Int]
        /// Progress, in bytes of the file on disk.
        package var bytesRead: Int64
        package var bytesTotal: Int64
        /// In the last batch only: whether the file was complete.
        package var isTruncated: Bool?

        package init(
            series: [SeriesKey] = [], texts: [String] = [], rows: [HealthRow] = [],
            quarantined: [QuarantinedItem] = [], ignored: [String: Int] = [:],
            problems: [ImportReport.Problem] = [], ignoredMetadata: [String: Int] = [:],
            bytesRead: Int64 = 0, bytesTotal: Int64 = 0, isTruncated: Bool? = nil
        ) {
            self.series = series
            self.texts = texts
            self.rows = rows
            self.quarantined = quarantined
            self.ignored = ignored
            self.problems = problems
            self.ignoredMetadata = ignoredMetadata
            self.bytesRead = bytesRead
            self.bytesTotal = bytesTotal
            self.isTruncated = isTruncated
        }
    }
}

/// What is kept beside a sample.
package enum SampleAttribute: Int32, Codable, CaseIterable, Sendable {
    case timeZone = 0
    case motionContext = 1
    case mealTime = 2
}

/// What an importer process is told at its start, as JSON on descriptor 3; the file is descriptor 0.
package struct ImportJob: Codable, Hashable, Sendable {
    package var endpoint: String
    package var token: String
    package var fileName: String
    /// Set when the input is a folder.
    package var folder: String?
    package var zone: String?
    /// The profile's zones.
    package var zones: [ZoneChange]
    /// The canonical unit of metrics that storage has learned from earlier files.
    package var units: [String: String]

    package init(
        endpoint: String, token: String, fileName: String, folder: String?, zone: String?,
        zones: [ZoneChange], units: [String: String]
    ) {
        self.endpoint = endpoint
        self.token = token
        self.fileName = fileName
        self.folder = folder
        self.zone = zone
        self.zones = zones
        self.units = units
    }
}
