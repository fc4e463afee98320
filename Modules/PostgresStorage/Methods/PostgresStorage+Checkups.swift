import Contracts
import PostgresClient
import RPC
import StorageCore

extension PostgresStorage {
    /// Registers the checks of the server and of the rows. Pages and indexes are checked by PostgreSQL's own
    /// programs; see the guide for operators.
    func registerCheckups(on router: inout Router) {
        router.handle(Checkups.storage) { [self] request, _ in
            Checkups.RunResponse(
                checks: [
                    try await serverCheck(), try await profileCheck(), try await foldCheck(),
                ])
        }
        router.handle(Checkups.state) { [self] _, _ in
            Checkups.StateResponse(
                readOnlyReason: nil, pendingFolds: try await pendingFolds(), missingChanges: [])
        }
    }

    /// The settings without which a failure of the server or its disk loses acknowledged changes.
    private func serverCheck() async throws -> Checkups.Check {
        let results = try await pool.withConnection(within: Self.connectLimit) { connection in
            try await connection.run(
                [
                    PostgresQuery(
                        """
                        SELECT current_setting('fsync'), current_setting('full_page_writes'),
                            current_setting('synchronous_commit'), current_setting('data_checksums'),
                            split_part(current_setting('server_version'), ' ', 1),
                            current_database()::text,
                            current_setting('synchronous_standby_names') <> ''
                        """)
                ], within: Self.statementLimit)
        }
        guard let row = results[0].first else {
            throw PostgresError.unexpectedValue(column: "fsync")
        }
        let names = ["fsync", "full_page_writes", "synchronous_commit"]
        let off = try names.indices.filter { try row.text($0) == "off" }.map { names[$0] }
        let server = "The data is in PostgreSQL \(try row.text(4)), database \(try row.text(5)). "
        guard off.isEmpty else {
            return Checkups.Check(
                "server", ok: false,
                server + "These settings are off: \(off.joined(separator: ", ")). Without them a "
                    + "failure of the machine can lose acknowledged changes. Set them to on.")
        }
        guard try row.text(2) != "local" || !row.bool(6) else {
            return Checkups.Check(
                "server", ok: false,
                server
                    + "Commits do not wait for its synchronous standbys, since synchronous_commit is "
                    + "local: a promoted standby can lack acknowledged changes. Set it to on.")
        }
        let hasChecksums = try row.text(3) == "on"
        return Checkups.Check(
            "server", ok: true,
            server + "Its settings keep acknowledged changes"
                + (hasChecksums
                    ? ", and its pages have checksums."
                    : ". Damage of its disk is not noticed without checksums of pages: stop the server, "
                        + "and run: pg_checksums --enable"))
    }

    /// Checks the rows of each profile against each other.
    private func profileCheck() async throws -> Checkups.Check {
        let findings = try await readAll(pageSize: Self.checkedPage, ProfileCheck.queries) {
            state, results in
            try ProfileCheck.findings(results).map { "\(state.profile.name): \($0)" }
        }.flatMap(\.self)
        return Checkups.Check(
            "rows", ok: findings.isEmpty,
            findings.isEmpty
                ? "The rows of all profiles fit together."
                : "\(findings.joined(separator: "; ")). Restore a backup of the database.")
    }

    /// The profiles of one round trip, which read all of their rows.
    private static let checkedPage = 20

    private func foldCheck() async throws -> Checkups.Check {
        let pending = try await pendingFolds()
        return Checkups.Check(
            "folds", ok: pending.isEmpty,
            pending.isEmpty
                ? "No metric waits for a retry of its fold."
                : pending.map(\.sentence).joined(separator: " "))
    }

    private func pendingFolds() async throws -> [Checkups.PendingFold] {
        let pending = await publisher.foldQueue.pending
        var names: [Int64: String] = [:]
        for profile in Set(pending.keys.map(\.profile)) {
            names[profile] = try await profileName(profile)
        }
        return pending.pendingFolds(names)
    }
}

/// Rows of a profile that contradict each other.
private enum ProfileCheck {
    /// Each query counts rows; the text names them.
    private static let counts: [(rows: String, from: String)] = [
        // A profile from a file has gaps between its numbers: the file numbers the changes of all profiles.
        (
            "changes after the last number",
            """
            (SELECT count(*) FROM dayline.change JOIN dayline.profile USING (profile_id)
            WHERE profile_id = $1 AND number > change_number)
            """
        ),
        (
            "chunks without a series or without samples",
            """
            (SELECT count(*) FROM dayline.chunk WHERE profile_id = $1 AND (count <= 0
                OR first > last OR NOT EXISTS (SELECT FROM dayline.series
                    WHERE series.profile_id = $1 AND series.series_id = chunk.series_id)))
            """
        ),
        (
            "stored files without all of their pieces",
            """
            (SELECT count(*) FROM dayline.original WHERE profile_id = $1 AND hash IS NOT NULL
                AND bytes <> (SELECT coalesce(sum(piece.bytes), 0) FROM dayline.original_piece AS piece
                    WHERE piece.profile_id = $1 AND piece.original_id = original.original_id))
            """
        ),
        (
            "stored files without an import, and pieces without a stored file",
            """
            (SELECT (SELECT count(*) FROM dayline.original WHERE profile_id = $1
                    AND hash IS NOT NULL AND NOT EXISTS (SELECT FROM dayline.import_original AS named
                        WHERE named.profile_id = $1 AND named.original_id = original.original_id))
                + (SELECT count(*) FROM dayline.original_piece AS piece WHERE profile_id = $1
                    AND NOT EXISTS (SELECT FROM dayline.original
                        WHERE original.profile_id = $1 AND original.original_id = piece.original_id)))
            """
        ),
        (
            "photos without all of their pieces, and pieces without a photo",
            """
            (SELECT (SELECT count(*) FROM dayline.photo WHERE profile_id = $1
                    AND bytes <> (SELECT coalesce(sum(octet_length(piece.data)), 0)
                        FROM dayline.photo_piece AS piece WHERE piece.profile_id = $1
                            AND piece.file = photo.file AND piece.size = 'full'))
                + (SELECT count(*) FROM dayline.photo_piece AS piece WHERE profile_id = $1
                    AND NOT EXISTS (SELECT FROM dayline.photo
                        WHERE photo.profile_id = $1 AND photo.file = piece.file)))
            """
        ),
        (
            "damaged blocks of day totals",
            """
            (SELECT count(*) FROM dayline.day_block WHERE profile_id = $1
                AND (octet_length(totals) % 52 <> 0 OR first_day > last_day))
            """
        ),
        (
            "stale metrics without dirty days",
            """
            (SELECT count(*) FROM dayline.metric_state WHERE profile_id = $1
                AND folded_version <> changed_version AND NOT EXISTS (
                    SELECT FROM dayline.dirty WHERE dirty.profile_id = $1
                        AND dirty.metric = metric_state.metric))
            """
        ),
        (
            "published imports without a report",
            """
            (SELECT count(*) FROM dayline.import
            WHERE profile_id = $1 AND is_published AND report IS NULL)
            """
        ),
    ]

    static func queries(_ profile: Int64) -> [PostgresQuery] {
        counts.map { PostgresQuery("SELECT coalesce(\($0.from), 0)::bigint", .int64(profile)) }
    }

    static func findings(_ results: [PostgresResult]) throws -> [String] {
        try zip(counts, results).compactMap { check, result in
            let count = try result.first?.int64(0) ?? 0
            return count == 0 ? nil : "\(count) \(check.rows)"
        }
    }
}
