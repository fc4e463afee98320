import CivilTime
import Memberwise
import RPC

/// The counts of an import. Always `read == stored + duplicate + quarantined + ignored`, in total and
/// for each type.
@Described
package struct ImportReport: Codable, Hashable, WireValue {
    /// Its number in the list of imports; 0 of one that is not in it, such as a dry run.
    package var id: Int64
    package var importer: String
    package var file: String
    package var bytes: Int64
    package var seconds: Double
    package var read: Int
    package var stored: Int
    package var duplicate: Int
    package var quarantined: Int
    package var ignored: Int
    /// By metric key for samples, by element name for the rest.
    package var byType: [String: Counts]
    package var problems: [Problem]
    package var ignoredMetadata: [String: Int]
    package var notice: String?
    /// True if the input ended before it was complete.
    package var isTruncated: Bool
    package var isDryRun: Bool
    /// The data version that holds since, and that every answer has at least.
    package var version: Int64
    /// Rows that reconciliation removed since the export lacks them; nil without reconciliation.
    package var removed: [Removal]?
    /// The earlier import of the very same bytes, by which this one was known.
    package var sameAs: Int64?
    /// When it was stored, ISO 8601 on the wall of the person; of past imports.
    @Field(.instant) package var importedAt: String?
    /// Elements within the items that were read, by metric key for samples and by element name for the
    /// rest; nil of imports of earlier versions. They are in no other row.
    package var nested: [String: Counts]?
    /// Files beside the export, by what they are, such as `route`; nil of imports of earlier versions.
    package var files: [String: Counts]?

    /// Samples of one series that were taken out, or workouts and the like of one source. They are in
    /// none of the counts.
    @Described
    package struct Removal: Codable, Hashable, Sendable {
        /// The metric; for other rows the element name, as in ``ImportReport/byType``.
        package var metric: String
        /// Of workouts and correlations, such as `Running`; nil for others.
        package var type: String?
        package var source: String
        package var device: String
        /// Of the values below; empty without any.
        package var unit: String
        package var count = 0
        /// The first of them.
        package var samples: [Sample] = []

        @Described
        package struct Sample: Codable, Hashable, Sendable {
            /// ISO 8601, UTC.
            @Field(.day, .instant) package var start: String
            @Field(.day, .instant) package var end: String
            /// Nil for rows other than samples.
            package var value: Double?

            /// Instants are milliseconds since 1970.
            package init(start: Int64, end: Int64, value: Double?) {
                self.start = instantText(start)
                self.end = instantText(end)
                self.value = value
            }

            /// All of a day, `YYYY-MM-DD`.
            package init(day: String) {
                start = day
                end = day
            }
        }

        package init(
            metric: String, type: String? = nil, source: String, device: String, unit: String
        ) {
            self.metric = metric
            self.type = type
            self.source = source
            self.device = device
            self.unit = unit
        }
    }

    @Message
    package struct Counts: Codable, Hashable, Sendable {
        package var read: Int = 0
        package var stored: Int = 0
        package var duplicate: Int = 0
        package var quarantined: Int = 0
        package var ignored: Int = 0

        /// True if every item that was read has exactly one outcome.
        package var isBalanced: Bool { read == stored + duplicate + quarantined + ignored }
    }

    /// A kind of damage: the first place it was met, and how often.
    @Message
    package struct Problem: Codable, Hashable, Sendable {
        package var offset: Int64
        package var line: Int64
        package var reason: String
        package var count: Int
    }

    package init(
        id: Int64, importer: String, file: String, bytes: Int64, seconds: Double,
        byType: [String: Counts], problems: [Problem], ignoredMetadata: [String: Int],
        notice: String? = nil, isTruncated: Bool, isDryRun: Bool, version: Int64
    ) {
        self.id = id
        self.importer = importer
        self.file = file
        self.bytes = bytes
        self.seconds = seconds
        self.byType = byType
        self.problems = problems
        self.ignoredMetadata = ignoredMetadata
        self.notice = notice
        self.isTruncated = isTruncated
        self.isDryRun = isDryRun
        self.version = version
        read = byType.values.reduce(0) { $0 + $1.read }
        stored = byType.values.reduce(0) { $0 + $1.stored }
        duplicate = byType.values.reduce(0) { $0 + $1.duplicate }
        quarantined = byType.values.reduce(0) { $0 + $1.quarantined }
        ignored = byType.values.reduce(0) { $0 + $1.ignored }
    }
}
