package import CivilTime
import Memberwise
package import RPC

/// Messages of an importer process to the ingestion worker that started it, over a private endpoint.
package enum Batches {
    package static let service = "dayline.ingestion.Batches"

    /// The whole of an import: batches as the file is read, then the reply.
    package static let push = UploadMethod<PushRequest, Packet<Batch>, Empty>(service, "Push")

    /// Samples in one batch, at most: 768 KiB of columns.
    package static let maximumSamples = 1 << 15
    /// Items that one import may count.
    package static let maximumCount = 1 << 48
    /// Characters of a damaged item that are kept.
    package static let quarantinedText = 4096

    @Message
    package struct PushRequest: Codable, Hashable, WireValue {
        /// The job's token, which only the process that was started for it knows.
        package var token: String
    }

    /// A part of the file. Beside it, when it holds samples, the columns `series` i32 and `length`
    /// i32 (runs of samples of one series, by index of declaration), and one element a sample:
    /// `start` i64 and `end` i64 (milliseconds since 1970), `value` f64 (canonical unit); and, for
    /// samples with attributes only, `attributeSample` i32 (index into the batch), `attributeKind`
    /// i32 (see ``SampleAttribute``) and `attributeText` i32 (index into `texts`).
    @Message
    package struct Batch: Codable, Hashable, Sendable {
        /// Series met for the first time; their indices go on counting over the whole import.
        package var series: [Declaration] = []
        package var texts: [String] = []
        package var rows: [HealthRow] = []
        package var quarantined: [QuarantinedItem] = []
        /// Items understood but not kept, by type.
        package var ignored: [String: Int] = [:]
        package var problems: [ImportReport.Problem] = []
        package var ignoredMetadata: [String: Int] = [:]
        /// Progress, in bytes of the file on disk.
        package var bytesRead: Int64 = 0
        package var bytesTotal: Int64 = 0
        /// UTC offsets that the file states, each day once.
        package var offsets: [DayOffset] = []
        /// In the last batch only: whether the file ended before it was complete.
        package var isTruncated: Bool? = nil
        /// In the last batch only: why the file cannot be read at all. Nothing of it is kept then.
        package var failure: Status? = nil
        /// Elements within items and files beside the export that are neither samples nor kept with a
        /// row, by type; `read` is computed from the other counts.
        package var nested: [String: ImportReport.Counts]? = nil
        package var files: [String: ImportReport.Counts]? = nil
        /// One for each of `rows`, or nil.
        package var rowParts: [RowParts]? = nil
    }

    /// Number of elements, and of files beside the export, that are stored with a row, by type.
    @Message
    package struct RowParts: Codable, Hashable, Sendable {
        package var nested: [String: Int] = [:]
        package var files: [String: Int] = [:]
    }

    /// A series, and whether its samples are items of the file. Those that are a part of another item,
    /// such as the beats of a heart rate variability, are counted as nested.
    @Message
    package struct Declaration: Codable, Hashable, Sendable {
        package var key: SeriesKey
        package var isCounted: Bool = true
        /// The name of the nested elements that attributes and the mark of a manual entry were read
        /// from, one element each; nil if they are not elements.
        package var metadataElement: String? = nil
    }

    /// The UTC offset of a day's times in the file.
    @Message
    package struct DayOffset: Codable, Hashable, Sendable {
        package var day: CivilDate
        /// Seconds east of UTC.
        package var seconds: Int
    }
}

/// An attribute stored beside a sample.
package enum SampleAttribute: Int32, Codable, CaseIterable, Sendable {
    case timeZone = 0
    case motionContext = 1
    case mealTime = 2

    /// HealthKit's key for it.
    package var key: String {
        switch self {
        case .timeZone: "HKTimeZone"
        case .motionContext: "HKMetadataKeyHeartRateMotionContext"
        case .mealTime: "HKMetadataKeyBloodGlucoseMealTime"
        }
    }
}

/// The job of an importer process, as JSON on descriptor 3. The file or folder is descriptor 4.
@Message
package struct ImportJob: Codable, Hashable, Sendable {
    package var endpoint: String
    package var token: String
    package var fileName: String
    /// True if the input is a folder.
    package var isFolder: Bool
    package var zone: String?
    /// The profile's zones.
    package var zones: [ZoneChange]
    /// The canonical unit of metrics that storage has learned from earlier files.
    package var units: [String: String]
    /// Metrics whose values cannot be below zero; nil: none are known to the importer.
    package var nonNegative: [String]? = nil
}
