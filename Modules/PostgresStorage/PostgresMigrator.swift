package import PostgresClient
import RPC

/// Creates and upgrades the schema. Run by its owner; workers never change the schema.
package enum PostgresMigrator {
    /// The newest version of the schema that this program knows and creates.
    package static let version = 8
    /// The oldest version of programs that can work with the schema of this program; see `readable_from`.
    /// An earlier program would publish imports without recording what they add, and an undo of another import
    /// would remove it.
    private static let readableFrom = 7
    /// The first version of the schema with `readable_from`.
    private static let firstReadable = 5

    /// The files of the versions in order.
    private static let files = [
        PackageResources.v1_profiles_and_records_sql, PackageResources.v2_samples_and_days_sql,
        PackageResources.v3_cohorts_sql, PackageResources.v4_originals_sql,
        PackageResources.v5_readers_sql, PackageResources.v6_photos_sql,
        PackageResources.v7_import_additions_sql, PackageResources.v8_compressed_day_totals_sql,
    ]
    private static let limit = Duration.seconds(600)

    /// Brings the schema to this version, and permits a role to read and write it. Storage workers can run
    /// meanwhile, and wait.
    ///
    /// - Parameters:
    ///   - address: The address for the role that owns the schema.
    ///   - worker: The role of the storage workers, which exists.
    /// - Returns: The versions before and after.
    /// - Throws: FAILED_PRECONDITION if the role could read the rows of all profiles, or the schema is of a
    ///   newer version.
    package static func migrate(
        _ address: PostgresAddress, worker: String
    ) async throws -> (from: Int, to: Int) {
        let connection = try await PostgresConnection.open(address, within: .seconds(10))
        defer { connection.close() }
        try await checkWorker(worker, connection)
        let present = try await schema(connection).version
        guard present <= version else { throw newer(present) }
        for (index, file) in files.enumerated() where index >= present {
            let text = String(decoding: file, as: UTF8.self)
            try await connection.run(
                script: "BEGIN; \(text); \(record(index + 1)); COMMIT", within: limit)
        }
        try await connection.run(
            script:
                "BEGIN; \(try await protection(connection)); \(permissions(of: worker)); COMMIT",
            within: limit)
        return (present, version)
    }

    /// Checks a database for a storage worker.
    /// - Throws: FAILED_PRECONDITION if this program cannot use the version of the schema, if row level
    ///   security does not hold for the role of the connection, or if the server forgets commits;
    ///   PERMISSION_DENIED if the role cannot use the schema.
    package static func check(_ connection: PostgresConnection) async throws {
        let roles = try await connection.run(
            [
                PostgresQuery(
                    """
                    SELECT rolname::text, rolsuper OR rolbypassrls,
                        current_setting('synchronous_commit'), coalesce((
                            SELECT pg_has_role(current_user, nspowner, 'MEMBER') FROM pg_namespace
                            WHERE nspname = 'dayline'), false)
                    FROM pg_roles WHERE rolname = current_user
                    """)
            ], within: limit)
        guard let role = roles[0].first else {
            throw PostgresError.unexpectedValue(column: "rolname")
        }
        let name = quoted(try role.text(0))
        let bypasses = try role.bool(1)
        guard !bypasses, try !role.bool(3) else {
            throw Status(
                .failedPrecondition,
                "The role \(name) could read the data of all profiles: it "
                    + (bypasses ? "bypasses row level security." : "owns the tables."),
                hint:
                    "Use the role that was named to: dayline-postgres migrate ADDRESS --worker ROLE"
            )
        }
        try await checkPermission(connection, name)
        try await checkVersion(connection)
        guard try role.text(2) != "off" else {
            throw Status(
                .failedPrecondition,
                "PostgreSQL would lose acknowledged changes: synchronous_commit is off.",
                hint: "Set it with: ALTER SYSTEM SET synchronous_commit = on")
        }
    }

    /// - Throws: PERMISSION_DENIED if there is a schema which the role of the connection cannot use.
    private static func checkPermission(
        _ connection: PostgresConnection, _ role: String
    ) async throws {
        let results = try await connection.run(
            [
                PostgresQuery(
                    """
                    SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace
                    WHERE nspname = 'dayline'
                    """)
            ], within: limit)
        guard try results[0].first?.bool(0) == false else { return }
        throw Status(
            .permissionDenied, "The role \(role) cannot use the schema of Dayline.",
            hint: "Run as its owner: dayline-postgres migrate ADDRESS --worker \(role)")
    }

    /// - Throws: FAILED_PRECONDITION if the schema is older than this program, or cannot be used by programs
    ///   of this version any more.
    private static func checkVersion(_ connection: PostgresConnection) async throws {
        let present = try await schema(connection)
        guard present.readableFrom <= version else { throw newer(present.version) }
        guard present.version >= version else {
            throw Status(
                .failedPrecondition,
                present.version == 0
                    ? "The database has no schema of Dayline."
                    : "The schema in PostgreSQL has version \(present.version), and \(version) is required.",
                hint: "Run as its owner: dayline-postgres migrate ADDRESS --worker ROLE")
        }
    }

    private static func newer(_ present: Int) -> Status {
        Status(
            .failedPrecondition,
            "The schema in PostgreSQL has version \(present), which is newer than \(version).",
            hint: "Upgrade Dayline.")
    }

    /// The version of the schema, 0 without a schema, and the oldest version of programs that can use it.
    private static func schema(
        _ connection: PostgresConnection
    ) async throws -> (version: Int, readableFrom: Int) {
        let tables = try await connection.run(
            [PostgresQuery("SELECT to_regclass('dayline.schema_version') IS NOT NULL")],
            within: limit)
        guard try tables[0].first?.bool(0) == true else { return (0, 0) }
        // Schemas before version 5 have no column readable_from, and are used by programs of their version.
        let rows = try await connection.run(
            [
                PostgresQuery(
                    """
                    SELECT version, coalesce((to_jsonb(present) ->> 'readable_from')::integer, version)
                    FROM dayline.schema_version AS present ORDER BY version DESC LIMIT 1
                    """)
            ], within: limit)
        guard let row = rows[0].first else { return (0, 0) }
        return (Int(try row.int32(0)), Int(try row.int32(1)))
    }

    private static func record(_ version: Int) -> String {
        "DELETE FROM dayline.schema_version; "
            + (version < firstReadable
                ? "INSERT INTO dayline.schema_version (version) VALUES (\(version))"
                : "INSERT INTO dayline.schema_version (version, readable_from) "
                    + "VALUES (\(version), \(readableFrom))")
    }

    /// Statements that limit each table with profile_id to the profile of the transaction. FORCE includes
    /// the owner of the tables.
    private static func protection(_ connection: PostgresConnection) async throws -> String {
        let tables = try await connection.run(
            [
                PostgresQuery(
                    """
                    SELECT table_name::text FROM information_schema.columns
                    WHERE table_schema = 'dayline' AND column_name = 'profile_id'
                        AND table_name <> 'profile_name'
                    -- As in v5_readers.sql: running workers wait for the first table.
                    ORDER BY table_name <> 'profile', 1
                    """)
            ], within: limit)
        return try tables[0].rows.map { row in
            let table = "dayline.\(quoted(try row.text(0)))"
            return """
                ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY;
                ALTER TABLE \(table) FORCE ROW LEVEL SECURITY;
                DROP POLICY IF EXISTS own_profile ON \(table);
                CREATE POLICY own_profile ON \(table) USING (
                    profile_id = nullif(current_setting('dayline.profile', true), '')::bigint)
                """
        }.joined(separator: ";\n") + ";\n" + cohortProtection + ";\n" + inboxProtection
    }

    /// Statements that let a transaction that sets dayline.cohort and no profile read the participants with
    /// consent and their month partials, and no other table. The subquery sees participants under their own
    /// policies.
    private static let cohortProtection = """
        DROP POLICY IF EXISTS cohort ON dayline.participant;
        CREATE POLICY cohort ON dayline.participant FOR SELECT USING (
            \(isCohort) AND consent_at IS NOT NULL);
        DROP POLICY IF EXISTS cohort ON dayline.month_partial;
        CREATE POLICY cohort ON dayline.month_partial FOR SELECT USING (
            \(isCohort) AND profile_id IN (
                SELECT participant.profile_id FROM dayline.participant
                WHERE participant.consent_at IS NOT NULL))
        """

    /// A statement that lets a transaction that sets dayline.inboxes and no profile read the inboxes of all
    /// profiles, and no other setting.
    private static let inboxProtection = """
        DROP POLICY IF EXISTS inboxes ON dayline.setting;
        CREATE POLICY inboxes ON dayline.setting FOR SELECT USING (
            key = 'inbox' AND current_setting('dayline.inboxes', true) = 'on'
                AND nullif(current_setting('dayline.profile', true), '') IS NULL)
        """

    /// The condition of a transaction that queries people in groups.
    private static let isCohort = """
        current_setting('dayline.cohort', true) = 'on'
            AND nullif(current_setting('dayline.profile', true), '') IS NULL
        """

    private static func permissions(of worker: String) -> String {
        let role = quoted(worker)
        return """
            GRANT USAGE ON SCHEMA dayline TO \(role);
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA dayline TO \(role);
            REVOKE INSERT, UPDATE, DELETE ON dayline.schema_version FROM \(role);
            REVOKE UPDATE, DELETE ON dayline.cohort_query FROM \(role)
            """
    }

    /// - Throws: FAILED_PRECONDITION if row level security does not hold for the role.
    private static func checkWorker(
        _ worker: String, _ connection: PostgresConnection
    ) async throws {
        let rows = try await connection.run(
            [
                PostgresQuery(
                    """
                    SELECT rolsuper OR rolbypassrls, rolname = current_user,
                        pg_has_role(rolname, current_user, 'MEMBER')
                    FROM pg_roles WHERE rolname = $1
                    """, .text(worker))
            ], within: limit)
        guard let row = rows[0].first else {
            throw Status(
                .failedPrecondition, "PostgreSQL has no role \(quoted(worker)).",
                hint: "Create the role with: createuser \(worker)")
        }
        let bypasses = try row.bool(0)
        let isOwner = try row.bool(1) || row.bool(2)
        guard !bypasses, !isOwner else {
            throw Status(
                .failedPrecondition,
                "The role \(quoted(worker)) could read the data of all profiles: it "
                    + (bypasses ? "bypasses row level security." : "owns the tables."),
                hint: "Create another role with: createuser NAME")
        }
    }

    private static func quoted(_ name: String) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false).joined(
                separator: "\"\"") + "\""
    }
}
