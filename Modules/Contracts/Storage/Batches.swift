package import CivilTime
import Memberwise
package import RPC

/// Messages of an importer process to the ingestion worker that started it, over a private endpoint.
package enum Batches {
    package static let service = "dayline.ingestion.Batches"

    /// Sends the whole import: batches while the file is read, then the response.
    package static let push = UploadMethod<PushRequest, Packet<Batch>, Empty>(
        service, "Push", access: .onlyBus)

    /// The maximum number of samples in a batch: 768 KiB of columns.
    package static let maximumSamples = 1 << 15
    /// The maximum number of items that an import may count.
    package static let maximumCount = 1 << 48
    /// The maximum number of characters of a quarantined item.
    package static let quarantinedText = 4096
    /// The beginning of the message about a batch that violates the protocol.
    package static let rejectionStart = "The importer sent"
    /// The maximum number of characters of the phrase about the format of a file.
    package static let formatLength = 256

    @Message
    package struct PushRequest: Codable, Hashable, WireValue {
        /// The token of the import job, which only its importer process knows.
        package var token: String
    }

    /// A part of the file. A batch with samples has the columns `series` i32 and `length` i32 (runs
    /// of samples of one series, by index of declaration), and with one element for each sample
    /// `start` i64 and `end` i64 (milliseconds since 1970) and `value` f64 (canonical unit). A
    /// batch with attributes of samples also has `attributeSample` i32 (index into the batch),
    /// `attributeKind` i32 (see ``SampleAttribute``) and `attributeText` i32 (index into `texts`).
    @Message
    package struct Batch: Codable, Hashable, Sendable {
        /// The series that occur for the first time; their indices continue over all batches of the
        /// import.
        package var series: [Declaration] = []
        /// The texts that the column `attributeText` refers to by index; empty: no attributes.
        package var texts: [String] = []
        /// The workouts, correlations and activity summaries; empty: none.
        package var rows: [HealthRow] = []
        /// The rejected items; empty: none.
        package var quarantined: [QuarantinedItem] = []
        /// The number of items that were understood and are not stored, by type, 0 or more; empty:
        /// none.
        package var ignored: [String: Int] = [:]
        /// The damage that loses no item; empty: none.
        package var problems: [ImportReport.Problem] = []
        /// The number of metadata entries that are not stored, by key, 0 or more; empty: none.
        package var ignoredMetadata: [String: Int] = [:]
        /// The number of bytes of the file on disk that were read so far.
        package var bytesRead: Int64 = 0
        /// The size of the file on disk in bytes; 0: unknown.
        package var bytesTotal: Int64 = 0
        /// The UTC offsets that the file states, one per day; empty: none.
        package var offsets: [DayOffset] = []
        /// True, in the last batch, if the file ended before it was complete; nil: another batch,
        /// or unknown.
        package var isTruncated: Bool? = nil
        /// The reason, in the last batch, why the file cannot be read, so that nothing is stored;
        /// nil: no failure.
        package var failure: Status? = nil
        /// The counts of elements within items that are neither samples nor stored with a row, by
        /// type; `read` is computed from the other counts. Nil: none.
        package var nested: [String: ImportReport.Counts]? = nil
        /// The counts of files beside the export that are not stored with a row, by kind; `read` is
        /// computed from the other counts. Nil: none.
        package var files: [String: ImportReport.Counts]? = nil
        /// The parts of each element of `rows`, in the same order; nil: not counted.
        package var rowParts: [RowParts]? = nil
        /// The format of the file with what shows it, as a phrase for people; nil: not stated in this
        /// batch.
        package var format: String? = nil
        /// The text of the mapping that the file is read with, at most 64 KiB; nil: none, or in
        /// another batch.
        package var mapping: String? = nil
        /// The activities and entries of the tracker, whose columns take the place of those of samples;
        /// nil: none.
        package var tracker: TrackerPart? = nil
    }

    /// The numbers of elements, and of files beside the export, that are stored with a row, by
    /// type.
    @Message
    package struct RowParts: Codable, Hashable, Sendable {
        /// The number of elements within the row, by type, 0 or more; empty: none.
        package var nested: [String: Int] = [:]
        /// The number of files beside the export that are stored with the row, by kind, 0 or more;
        /// empty: none.
        package var files: [String: Int] = [:]
    }

    /// The declaration of a series. Samples that are a part of another item, such as the beats of a
    /// heart rate variability, are counted as nested.
    @Message
    package struct Declaration: Codable, Hashable, Sendable {
        /// The identity of the series.
        package var key: SeriesKey
        /// True if the samples are items of the file; false if the samples are parts of other items
        /// and are counted as nested.
        package var isCounted: Bool = true
        /// The name of the nested elements that attributes and marks of manual entry were read
        /// from, one element each; nil: not nested elements.
        package var metadataElement: String? = nil
    }

    /// The UTC offset of a day's times in the file.
    @Message
    package struct DayOffset: Codable, Hashable, Sendable {
        /// The day.
        package var day: CivilDate
        /// The UTC offset of the times of the day, in seconds east of UTC.
        package var seconds: Int
    }
}

/// An attribute stored beside a sample.
package enum SampleAttribute: Int32, Codable, CaseIterable, Sendable {
    /// 0: the time zone in which the sample was recorded.
    case timeZone = 0
    /// 1: the motion context of a heart rate.
    case motionContext = 1
    /// 2: the relation of a blood glucose to a meal.
    case mealTime = 2
    /// 3: the least value of a total of several measurements, as a number in the canonical unit of the metric.
    case minimum = 3
    /// 4: the greatest value of a total, as `minimum`.
    case maximum = 4

    /// True if the text is a number in the canonical unit of the metric.
    package var isValue: Bool { self == .minimum || self == .maximum }

    /// HealthKit's key for the attribute, or the name of one that HealthKit does not have.
    package var key: String {
        switch self {
        case .timeZone: "HKTimeZone"
        case .motionContext: "HKMetadataKeyHeartRateMotionContext"
        case .mealTime: "HKMetadataKeyBloodGlucoseMealTime"
        case .minimum: "Minimum"
        case .maximum: "Maximum"
        }
    }
}

/// The job of an importer process, as JSON on descriptor 3. The file or folder is descriptor 4.
@Message
package struct ImportJob: Codable, Hashable, Sendable {
    /// The address of the ingestion worker that the importer pushes its batches to.
    package var endpoint: String
    /// The token of the import job, which authorizes the push.
    package var token: String
    /// The name of the file.
    package var fileName: String
    /// True if the input is a folder.
    package var isFolder: Bool
    /// The IANA name of the zone of the export, for formats without zones; nil: not stated.
    package var zone: String?
    /// The time zones of the profile, ascending by first day.
    package var zones: [ZoneChange]
    /// The canonical units of the stored metrics, by metric key.
    package var units: [String: String]
    /// The keys of metrics whose values cannot be below zero; nil: unknown.
    package var nonNegative: [String]? = nil
    /// The units of the metrics with a number in Dayline's table, by metric key; nil: unknown.
    package var metrics: [String: Units]? = nil
    /// The keys of metrics by their other names, which are in lower case; nil: unknown.
    package var metricNames: [String: String]? = nil
    /// The text of the mapping file that the person chose; nil: none was chosen.
    package var mapping: String? = nil
    /// True if descriptor 5 is an empty file that the importer may write to; nil: false.
    package var hasScratch: Bool? = nil

    /// The units of a metric.
    @Message
    package struct Units: Codable, Hashable, Sendable {
        /// The canonical unit, in which values are sent.
        package var canonical: String
        /// The unit of a number that a person writes without a unit.
        package var display: String
    }
}
