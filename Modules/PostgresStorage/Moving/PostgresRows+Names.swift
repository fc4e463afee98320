import PostgresClient
import RPC
package import StorageCore

extension PostgresRows {
    /// A profile of the target with the name of a moved one.
    package struct Namesake: Sendable {
        package var name: String
        package var id: Int64
        /// False if the profile has no data of a person, such as the default profile of a new database.
        package var isUsed: Bool
        /// True if a storage worker has owned the profile.
        package var isOwned: Bool
    }

    /// The profile with a name; nil without one.
    package func namesake(of name: String) async throws -> Namesake? {
        let key = ProfileOwnership.key(of: name)
        let named = try await run([
            PostgresQuery(
                "SELECT profile_id FROM dayline.profile_name WHERE name_key = $1", .text(key))
        ])[0]
        guard let id = try named.first?.int64(0) else { return nil }
        let results = try await run(
            [
                PostgresQuery("BEGIN READ ONLY"), .setProfile(id),
                PostgresQuery(
                    """
                    SELECT EXISTS (
                        SELECT FROM dayline.profile WHERE profile_id = $1 AND owner_epoch > 0)
                    """, .int64(id)),
            ] + Self.uses(of: id) + [PostgresQuery("COMMIT")])
        let found = try results.dropFirst(2).dropLast().map { try $0.first?.bool(0) == true }
        return Namesake(
            name: name, id: id, isUsed: found.dropFirst().contains(true), isOwned: found[0])
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

    /// Removes the name that an interrupted move has given to a profile, unless a storage worker owns it.
    package func withdrawName(of id: Int64) async throws {
        _ = try await run(
            [PostgresQuery("BEGIN")] + ProfileRows.lock(of: id) + [
                PostgresQuery(
                    """
                    DELETE FROM dayline.profile_name WHERE profile_id = $1 AND EXISTS (
                        SELECT FROM dayline.profile WHERE profile_id = $1 AND owner_epoch = 0)
                    """, .int64(id)),
                PostgresQuery("COMMIT"),
            ])
    }

    /// Names the profiles, so that storage workers find them, and deletes the profiles that had the names,
    /// with `shouldReplace` also those with data.
    /// - Throws: ALREADY_EXISTS if another home uses a profile of one of the names.
    package func publish(_ profiles: [MovedProfile], shouldReplace: Bool = false) async throws {
        for profile in profiles {
            var attempts = 1
            while try await !name(profile, shouldReplace: shouldReplace) {
                guard attempts < Self.publishAttempts else { throw Self.isUsed(profile.name) }
                attempts += 1
            }
        }
    }

    /// Attempts to name a profile while other homes add and remove profiles of the name.
    private static let publishAttempts = 5

    /// Names a profile in the transaction that deletes the one that had the name. That one is locked first:
    /// a change of another home is either found here, or waits and is then made in the named profile.
    /// - Returns: False if another profile got the name meanwhile.
    private func name(_ profile: MovedProfile, shouldReplace: Bool) async throws -> Bool {
        let present = try await namesake(of: profile.name)
        let naming = PostgresQuery(
            """
            INSERT INTO dayline.profile_name (name_key, profile_id) VALUES ($1, $2)
            ON CONFLICT (name_key) DO UPDATE SET profile_id = excluded.profile_id
            WHERE profile_name.profile_id = excluded.profile_id
            """, .text(ProfileOwnership.key(of: profile.name)), .int64(profile.id))
        return try await pool.withConnection(within: PostgresStorage.connectLimit) { connection in
            func run(_ queries: [PostgresQuery]) async throws -> [PostgresResult] {
                try await connection.run(queries, within: PostgresStorage.statementLimit)
            }
            _ = try await run([PostgresQuery("BEGIN")])
            if let present, present.id != profile.id {
                let lock = ProfileRows.lock(of: present.id)
                let uses = try await run(lock + Self.uses(of: present.id)).dropFirst(lock.count)
                let isUsed = try uses.contains { try $0.first?.bool(0) == true }
                // The pool ends the transaction.
                guard shouldReplace || !isUsed else { throw Self.isUsed(profile.name) }
                _ = try await run(ProfileRows.deletion(of: present.id))
            }
            let isNamed = try await run([naming])[0].affectedRows == 1
            _ = try await run([PostgresQuery(isNamed ? "COMMIT" : "ROLLBACK")])
            return isNamed
        }
    }

    private static func isUsed(_ name: String) -> Status {
        Status(
            .alreadyExists, "Another home has changed a profile \(name) of the database meanwhile.",
            hint: "Repeat the command. To delete the data of that profile for good, use: --replace")
    }
}
