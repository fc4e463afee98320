import CivilTime
import Memberwise
import RPC

/// The counts of an import. `read == stored + duplicate + quarantined + ignored` holds in total and
/// for each type.
@Described
package struct ImportReport: Codable, Hashable, WireValue {
    /// The number of the import in the list of imports; 0: not in the list, such as a dry run.
    package var id: Int64
    /// The name of the importer; `dayline` for a rollback or an undo, `dayline-json` for a tracker
    /// document.
    package var importer: String
    /// The name of the file.
    package var file: String
    /// The size of the file in bytes.
    package var bytes: Int64
    /// The duration of the import in seconds, until the days are folded.
    package var seconds: Double
    /// The number of items read: the sum of `stored`, `duplicate`, `quarantined` and `ignored`.
    package var read: Int
    /// The number of items stored.
    package var stored: Int
    /// The number of items that were stored before.
    package var duplicate: Int
    /// The number of rejected items.
    package var quarantined: Int
    /// The number of items that were understood and not stored.
    package var ignored: Int
    /// The counts by metric key for samples, and by element name for other items.
    package var byType: [String: Counts]
    /// The kinds of damage found, at most 200; empty: none.
    package var problems: [Problem]
    /// The number of metadata entries that were not stored, by key.
    package var ignoredMetadata: [String: Int]
    /// A sentence for the person about the import, such as a zone that does not match; nil: none.
    package var notice: String?
    /// True if the input ended before it was complete.
    package var isTruncated: Bool
    /// True if nothing was stored because a dry run was requested.
    package var isDryRun: Bool
    /// The data version after the import, which later answers have at least; 0: a dry run that read
    /// the whole file. For a tracker document, the number of the change.
    package var version: Int64
    /// The number of the step that stored the tracker records of the import, as in `Journal/Undo`; nil: no
    /// such records were stored, or a report of an earlier version.
    package var step: Int64?
    /// The samples and rows that reconciliation removed since the export lacks them, or that an undo
    /// removed; nil: neither of them, or a damaged file.
    package var removed: [Removal]?
    /// The number of the earlier import of the same bytes, whose counts this report repeats; nil:
    /// the file was read.
    package var sameAs: Int64?
    /// The time of storing as RFC 3339 with the UTC offset of the zone of the profile; nil: a
    /// report outside of the list of imports.
    @Field(.instant) package var importedAt: String?
    /// The counts of elements within items, by metric key for samples and by element name for
    /// others; nil: a report of an earlier version. No other count includes the elements.
    package var nested: [String: Counts]?
    /// The counts of files beside the export by kind, such as `route`; nil: a report of an earlier
    /// version.
    package var files: [String: Counts]?
    /// The format of the file with what shows it, as a phrase for people, such as
    /// `GPX 1.1 written by Garmin Connect`; nil: the importer states none.
    package var format: String?
    /// The updates of linked activities and weights; nil for a dry run, a tracker document or a past
    /// import.
    package var linked: HealthLinks.SyncResponse?
    /// The text of the mapping that the file was read with, which can be edited and used for another
    /// import; nil: the importer has none.
    package var mapping: String?
    /// True if the samples and rows that the import added are recorded and can be removed by
    /// `Imports/Undo`; false: nothing was added, as by a tracker document, or it was removed by an undo.
    /// Nil: an import of an earlier version, or a report outside of the list of imports.
    package var canBeUndone: Bool?
    /// The number of the import that removed what this one added; nil: the import was not undone.
    package var undoneBy: Int64?
    /// The number of the import whose samples and rows this one removed; nil: not an undo.
    package var undoes: Int64?
    /// The number of the import whose samples and rows this one stored again after an undo; nil: none.
    package var restores: Int64?
    /// The number of the import that stored again what the undo of this one removed; nil: none. That import
    /// can be undone itself.
    package var restoredBy: Int64?
    /// The size in bytes of the file that is stored for this import; nil: the file is not stored, or a
    /// report outside of the list of imports.
    package var originalBytes: Int64?

    /// Removed samples of one series, or removed rows of one source, which are not part of the
    /// counts.
    @Described
    package struct Removal: Codable, Hashable, Sendable {
        /// The metric key of samples; for other rows the element name, such as `Workout`.
        package var metric: String
        /// The type of workouts and correlations, such as `Running`; nil: other rows.
        package var type: String?
        /// The name of the source.
        package var source: String
        /// The device as HealthKit writes it; empty: unknown, or no sample.
        package var device: String
        /// The canonical unit of the values of `samples`; empty: rows without values.
        package var unit: String
        /// The number of samples or rows that were removed.
        package var count = 0
        /// The first removed samples or rows, at most 100.
        package var samples: [Sample] = []

        @Described
        package struct Sample: Codable, Hashable, Sendable {
            /// The start as RFC 3339 in UTC; a day `YYYY-MM-DD` for an activity summary.
            @Field(.day, .instant) package var start: String
            /// The end as RFC 3339 in UTC; a day `YYYY-MM-DD` for an activity summary.
            @Field(.day, .instant) package var end: String
            /// The value in the unit of the removal; nil: a row other than a sample.
            package var value: Double?

            /// Instants are milliseconds since 1970.
            package init(start: Int64, end: Int64, value: Double?) {
                self.start = instantText(start)
                self.end = instantText(end)
                self.value = value
            }

            /// A whole day, `YYYY-MM-DD`.
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
        /// The number of items read: the sum of the other counts.
        package var read: Int = 0
        /// The number of items stored.
        package var stored: Int = 0
        /// The number of items that were stored before.
        package var duplicate: Int = 0
        /// The number of rejected items.
        package var quarantined: Int = 0
        /// The number of items that were understood and not stored.
        package var ignored: Int = 0

        /// True if every item that was read has exactly one outcome.
        package var isBalanced: Bool { read == stored + duplicate + quarantined + ignored }
    }

    /// A kind of damage with its first occurrence and the number of occurrences.
    @Message
    package struct Problem: Codable, Hashable, Sendable {
        /// The position of the first occurrence in the unpacked file, in bytes from 0.
        package var offset: Int64
        /// The line of the first occurrence, from 1; 0: unknown.
        package var line: Int64
        /// The damage, as a phrase for people.
        package var reason: String
        /// The number of occurrences.
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
