import PostgresClient
import RPC
package import StorageCore

extension PostgresRows {
    /// A profile of the target with the name of a moved one.
    package struct Namesake: Sendable {
        package var name: String
        package var id: Int64
        /// True if the profile has data of a person, unlike the default profile of a new database.
        package var isUsed: Bool
    }

    /// The profile with a name; nil without one.
    package func namesake(of name: String) async throws -> Namesake? {
        let named = try await run([Self.id(of: name)])[0]
        guard let id = try named.first?.int64(0) else { return nil }
        let uses = try await run(
            [PostgresQuery("BEGIN READ ONLY"), .setProfile(id)] + Self.uses(of: id)
                + [PostgresQuery("COMMIT")]
        ).dropFirst(2).dropLast()
        return Namesake(
            name: name, id: id, isUsed: try uses.contains { try $0.first?.bool(0) == true })
    }

    private static func id(of name: String) -> PostgresQuery {
        PostgresQuery(
            "SELECT profile_id FROM dayline.profile_name WHERE name_key = $1",
            .text(ProfileOwnership.key(of: name)))
    }

    /// True if a storage worker has owned the profile. Before, no home has changed it.
    package func isOwned(_ id: Int64) async throws -> Bool {
        try await run([
            PostgresQuery("BEGIN READ ONLY"), .setProfile(id),
            PostgresQuery(
                """
                SELECT EXISTS (
                    SELECT FROM dayline.profile WHERE profile_id = $1 AND owner_epoch > 0)
                """, .int64(id)), PostgresQuery("COMMIT"),
        ])[2].first?.bool(0) == true
    }

    /// For each table with data of a person, whether it has rows of a profile.
    private static func uses(of profile: Int64) -> [PostgresQuery] {
        // A zone and a change log are there without data.
        let tables = ProfileRows.tables.filter {
            !["profile", "profile_name", "profile_zone", "change"].contains($0)
        }
        return tables.map {
            PostgresQuery(
                "SELECT EXISTS (SELECT FROM dayline.\($0) WHERE profile_id = $1)", .int64(profile))
        }
    }

    /// Attempts to name profiles while other homes add and remove profiles of the names.
    private static let publishAttempts = 5

    /// Names the profiles in one transaction, so that storage workers find them, and deletes the profiles that
    /// had the names, with `shouldReplace` also those with data.
    /// - Throws: ALREADY_EXISTS if another home uses a profile of one of the names.
    package func publish(_ profiles: [MovedProfile], shouldReplace: Bool = false) async throws {
        for attempt in 1...Self.publishAttempts {
            let taken = try await name(profiles, shouldReplace: shouldReplace)
            guard let taken else { return }
            guard attempt < Self.publishAttempts else { throw Self.isUsed(taken) }
        }
    }

    /// Names the profiles. Each one that had a name is locked first: a change of another home is either found
    /// here, or waits and is then made in the named profile.
    /// - Returns: A name that another profile got meanwhile, and no profile is named; nil after success.
    private func name(
        _ profiles: [MovedProfile], shouldReplace: Bool
    ) async throws -> String? {
        try await pool.withConnection(within: PostgresStorage.connectLimit) {
            connection -> String? in
            func run(_ queries: [PostgresQuery]) async throws -> [PostgresResult] {
                try await connection.run(queries, within: PostgresStorage.statementLimit)
            }
            _ = try await run([PostgresQuery("BEGIN")])
            for profile in profiles {
                let named = try await run([Self.id(of: profile.name)])[0]
                if let present = try named.first?.int64(0), present != profile.id {
                    let lock = ProfileRows.lock(of: present)
                    let uses = try await run(lock + Self.uses(of: present)).dropFirst(lock.count)
                    let isUsed = try uses.contains { try $0.first?.bool(0) == true }
                    // The pool ends the transaction.
                    guard shouldReplace || !isUsed else { throw Self.isUsed(profile.name) }
                    _ = try await run(ProfileRows.deletion(of: present))
                }
                let isNamed = try await run([Self.naming(profile)])[0].affectedRows == 1
                guard isNamed else { return profile.name }
            }
            _ = try await run([PostgresQuery("COMMIT")])
            return nil
        }
    }

    private static func naming(_ profile: MovedProfile) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.profile_name (name_key, profile_id) VALUES ($1, $2)
            ON CONFLICT (name_key) DO UPDATE SET profile_id = excluded.profile_id
            WHERE profile_name.profile_id = excluded.profile_id
            """, .text(ProfileOwnership.key(of: profile.name)), .int64(profile.id))
    }

    static func isUsed(_ name: String) -> Status {
        Status(
            .alreadyExists, "Another home has changed a profile \(name) of the database meanwhile.",
            hint: "Repeat the command. To delete the data of that profile for good, use: --replace")
    }
}
