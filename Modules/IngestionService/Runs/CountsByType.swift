import Contracts
import RPC

/// Counts by type of nested elements and of files beside the export, which are not items.
struct CountsByType: Hashable, Sendable {
    private(set) var rows: [String: ImportReport.Counts] = [:]

    /// Maximum number of types; further ones share the row "other".
    static let limit = 1 << 12
    /// Maximum count of one type in a batch, above that of any real file.
    static let greatestCount = 1 << 40

    mutating func add(
        _ count: Int, as outcome: WritableKeyPath<ImportReport.Counts, Int>, of type: String
    ) {
        guard count > 0 else { return }
        let row = rows.count < Self.limit || rows[type] != nil ? type : "other"
        var counts = rows[row, default: .init()]
        // Clamped, so that four counts of a row add up without overflow.
        counts[keyPath: outcome] = min(counts[keyPath: outcome] &+ count, 1 << 60)
        counts.read = counts.stored + counts.duplicate + counts.quarantined + counts.ignored
        rows[row] = counts
    }

    /// Adds counts of an importer; `read` follows from the other counts.
    /// - Throws: INVALID_ARGUMENT for counts that are out of range.
    mutating func add(_ counts: [String: ImportReport.Counts]) throws(Status) {
        for (type, entry) in counts {
            try Self.check([entry.stored, entry.duplicate, entry.quarantined, entry.ignored])
            add(entry.stored, as: \.stored, of: type)
            add(entry.duplicate, as: \.duplicate, of: type)
            add(entry.quarantined, as: \.quarantined, of: type)
            add(entry.ignored, as: \.ignored, of: type)
        }
    }

    /// Adds the elements or files of one row.
    /// - Throws: INVALID_ARGUMENT for counts that are out of range.
    mutating func add(_ parts: [String: Int], isNew: Bool) throws(Status) {
        try Self.check(Array(parts.values))
        for (type, count) in parts { add(count, as: isNew ? \.stored : \.duplicate, of: type) }
    }

    private static func check(_ counts: [Int]) throws(Status) {
        guard counts.allSatisfy((0...greatestCount).contains) else {
            throw BatchColumns.rejection("a count of nested elements or files that is out of range")
        }
    }
}
