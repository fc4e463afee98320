import CivilTime
import Contracts

/// Numbers of elements or files that are not stored with a sample or a row, by outcome.
public struct ItemCounts: Hashable, Sendable {
    /// Repetitions of stored ones.
    public var duplicate: Int
    /// Elements or files that cannot be read.
    public var quarantined: Int
    /// Elements or files that Dayline does not store.
    public var ignored: Int

    /// Numbers by outcome.
    public init(duplicate: Int = 0, quarantined: Int = 0, ignored: Int = 0) {
        self.duplicate = duplicate
        self.quarantined = quarantined
        self.ignored = ignored
    }
}

extension SampleBatches {
    /// Counts elements within items, by name, except those stored with a sample or a row.
    public mutating func countNested(_ counts: [String: ItemCounts]) {
        Self.add(counts, to: &pending.batch.nested)
    }

    /// Counts files beside the imported one, by kind, except those stored with a row.
    public mutating func countFiles(_ counts: [String: ItemCounts]) {
        Self.add(counts, to: &pending.batch.files)
    }

    /// States the format that was recognised and what shows it, as a phrase such as
    /// `GPX 1.1 written by Garmin Connect`, for the import report. The last statement counts.
    public mutating func setFormat(_ text: String) {
        pending.batch.format = String(text.prefix(Batches.formatLength))
    }

    /// States how the file is read, as a text of at most 64 KiB that a person can edit and pass to another
    /// import of the file, which has the text as ``ImportFile/mapping``. The last statement counts.
    public mutating func setMapping(_ text: String) {
        pending.batch.mapping = text
    }

    /// Counts metadata entries that are not stored, by key.
    public mutating func ignoreMetadata(_ counts: [String: Int]) {
        pending.batch.ignoredMetadata.merge(counts, uniquingKeysWith: +)
    }

    /// Sets the UTC offset of the file's times in seconds east of UTC, by day as `YYYY-MM-DD`. The import
    /// report has a notice if most of them differ from the profile's time zone.
    /// - Throws: An ``ImportProblem`` if a day is not a date.
    public mutating func setUTCOffsets(
        _ secondsByDay: [String: Int]
    ) throws(ImportProblem) {
        for (day, seconds) in secondsByDay {
            guard let date = CivilDate(day) else {
                throw ImportProblem("The day \"\(day)\" of a UTC offset is not a date.")
            }
            pending.batch.offsets.append(Batches.DayOffset(day: date, seconds: seconds))
        }
    }

    /// Names of elements or files that a batch counts; further ones are counted as "other".
    private static let namesLimit = 4096

    private static func add(
        _ added: [String: ItemCounts], to counts: inout [String: ImportReport.Counts]?
    ) {
        var result = counts ?? [:]
        // Otherwise each call would copy all counts.
        counts = nil
        for (name, added) in added {
            let name = result.count < namesLimit || result[name] != nil ? name : "other"
            var sum = result[name, default: ImportReport.Counts()]
            sum.duplicate += added.duplicate
            sum.quarantined += added.quarantined
            sum.ignored += added.ignored
            sum.read = sum.duplicate + sum.quarantined + sum.ignored
            result[name] = sum
        }
        counts = result
    }
}
