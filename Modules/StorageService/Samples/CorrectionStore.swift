import Contracts
import GRDB
import RPC

/// Rows of `correction`.
enum CorrectionStore {
    private static let columns = "series_id, start, end, value, attributes, replacement"

    /// The corrections of a profile, or of one of its metrics, ordered by series and time.
    static func all(
        of profile: Int64, metric: String?, _ db: Database
    ) throws -> [Correction] {
        let condition =
            metric == nil
            ? "" : "AND series_id IN (SELECT id FROM series WHERE profile_id = ?1 AND metric = ?2)"
        let list = try BulkStatement(
            db,
            """
            SELECT \(columns) FROM correction WHERE profile_id = ?1 \(condition)
            ORDER BY series_id, start, end, value
            """)
        if let metric { try list.start(profile, metric) } else { try list.start(profile) }
        var corrections: [Correction] = []
        while try list.next() { corrections.append(try list.correction()) }
        return corrections
    }

    /// The correction that removed a sample; nil if it was not corrected.
    static func correction(
        of sample: SampleReference, profile: Int64, _ db: Database
    ) throws -> Correction? {
        let find = try BulkStatement(
            db,
            """
            SELECT \(columns) FROM correction
            WHERE profile_id = ? AND series_id = ? AND start = ? AND end = ? AND value = ?
            """)
        try find.start(profile, sample.series, sample.start, sample.end, sample.value)
        return try find.next() ? try find.correction() : nil
    }

    /// The corrections of a metric whose replacement is this sample.
    static func corrections(
        replacingWith sample: SampleReference, metric: String, profile: Int64, _ db: Database
    ) throws -> [Correction] {
        let list = try BulkStatement(
            db,
            """
            SELECT \(columns) FROM correction
            WHERE profile_id = ?1 AND start = ?2 AND end = ?3 AND replacement = ?4
                AND series_id IN (SELECT id FROM series WHERE profile_id = ?1 AND metric = ?5)
            ORDER BY series_id, value
            """)
        try list.start(profile, sample.start, sample.end, sample.value, metric)
        var corrections: [Correction] = []
        while try list.next() { corrections.append(try list.correction()) }
        return corrections
    }

    /// Sets the correction of a sample; nil deletes it.
    static func set(
        _ correction: Correction?, of sample: SampleReference, profile: Int64, _ db: Database
    ) throws {
        guard let correction else {
            let remove = try BulkStatement(
                db,
                """
                DELETE FROM correction
                WHERE profile_id = ? AND series_id = ? AND start = ? AND end = ? AND value = ?
                """)
            return try remove.run(profile, sample.series, sample.start, sample.end, sample.value)
        }
        try BulkStatement(
            db,
            """
            INSERT OR REPLACE INTO correction (profile_id, \(columns))
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        ).run(
            profile, sample.series, sample.start, sample.end, sample.value,
            try JSONBody.encode(correction.attributes).text, correction.replacement)
    }
}

extension BulkStatement {
    /// The row as a correction, from `CorrectionStore.columns`.
    fileprivate borrowing func correction() throws -> Correction {
        Correction(
            original: SampleReference(
                series: int64(0), start: int64(1), end: int64(2), value: double(3)),
            attributes: try JSONBody.decode([Int: String].self, from: Bytes(text(4))),
            replacement: isNull(5) ? nil : double(5))
    }
}
