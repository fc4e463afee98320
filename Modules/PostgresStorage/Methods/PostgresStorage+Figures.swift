package import Contracts
import PostgresClient
import StorageCore

extension PostgresStorage: FigureOperations {
    package var commitTimes: StorageFigures.CommitTimes { commitHistogram.times }

    package var ownerChanges: (gained: Int, lost: Int)? { ownership.changes }

    /// Unknown without the right pg_read_all_stats, with which PostgreSQL shows the state of standbys.
    package func standbys() async throws -> [StorageFigures.Standby]? {
        try await pool.withConnection(within: Self.connectLimit) { connection in
            let results = try await connection.run(
                [
                    PostgresQuery(
                        "SELECT pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')"),
                    PostgresQuery(
                        """
                        SELECT application_name::text, coalesce(sync_state, ''),
                            pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint,
                            extract(epoch FROM replay_lag)::double precision
                        FROM pg_stat_replication ORDER BY application_name, pid
                        """),
                ], within: Self.statementLimit)
            guard try results[0].first?.bool(0) == true else { return nil }
            return try results[1].rows.map { row in
                StorageFigures.Standby(
                    name: try row.text(0), sync: try row.text(1),
                    lagBytes: try row.optionalInt64(2), lagSeconds: try row.optionalDouble(3))
            }
        }
    }
}
