import CivilTime
package import Contracts
import PostgresClient
package import RPC
package import StorageCore

extension PostgresStorage: ProfileOperations {
    package func profiles() async throws -> [Profiles.Profile] {
        try await readAll(Self.listing) { try Self.listed($0.profile, $1) }
    }

    package func renames() async throws -> [Profiles.PastRename] {
        try await readAll({ [ChangeRows.renames(of: $0)] }) { state, results in
            try results[0].rows.map { row in
                Profiles.PastRename(
                    name: state.profile.name, earlierName: try row.text(0),
                    at: instantText(try row.int64(1)))
            }
        }.flatMap(\.self)
    }

    package func addProfile(
        _ request: Profiles.AddRequest, _ call: ChangeCall
    ) async throws -> Committed<Profiles.Profile> {
        let listed = Profiles.Profile(
            name: request.name, zone: request.zone,
            zones: [ZoneChange(from: nil, zone: request.zone)], samples: 0, activities: 0,
            createdAt: instantText(call.now))
        // Greater than each version of an earlier profile with this name.
        let row = ProfileRow(
            id: .random(in: 1...Int64.max), name: request.name, dataVersion: call.now,
            firstVersion: call.now)
        let change = Changes.Change(
            number: 1, at: instantText(call.now), profile: row.name, who: "person",
            kind: "profile", key: row.name, before: nil, after: row.name)
        do {
            let stored = try call.request.map { _ in try StoredReply(listed) }
            try await insert(
                row, zone: request.zone,
                ChangeRows.insertion(of: [change], row.id, at: call.now, call.request, stored))
            var effects = CommitEffects()
            effects.logChange(of: row, "profile", before: nil, after: row.name)
            publisher.record(effects, [change])
            return Committed(reply: listed, effects: effects)
        } catch StorageError.profileExists {
            guard let keyed = call.request,
                let stored = try await storedProfile(to: keyed, named: request.name)
            else { throw StorageError.profileExists(request.name) }
            return Committed(reply: stored, isRepeated: true)
        }
    }

    package func renameProfile(
        _ request: Profiles.RenameRequest, _ call: ChangeCall
    ) async throws -> Committed<Profiles.Profile> {
        let (old, new) = (
            ProfileOwnership.key(of: request.name), ProfileOwnership.key(of: request.newName)
        )
        do {
            let committed = try await change(of: request.name, call, reading: Self.listing) {
                transaction, results in
                let row = transaction.profile
                try row.requireNotDefault()
                var renamed = row
                renamed.name = request.newName
                renamed.dataVersion = call.now
                renamed.firstVersion = call.now
                transaction.writes =
                    old == new
                    ? []
                    : [
                        PostgresQuery(
                            "INSERT INTO dayline.profile_name (name_key, profile_id) VALUES ($1, $2)",
                            .text(new), .int64(row.id)),
                        PostgresQuery(
                            "DELETE FROM dayline.profile_name WHERE name_key = $1", .text(old)),
                    ]
                transaction.writes.append(
                    PostgresQuery(
                        """
                        UPDATE dayline.profile SET name = $2, data_version = $3, known_from = $3
                        WHERE profile_id = $1
                        """, .int64(row.id), .text(renamed.name), .int64(call.now)))
                transaction.effects.logChange(
                    of: renamed, "profile", before: row.name, after: renamed.name)
                return try Self.listed(renamed, results)
            }
            ownership.forget(request.name)
            return committed
        } catch let error as PostgresError where error.state == .uniqueViolation {
            throw StorageError.profileExists(request.newName)
        } catch StorageError.noProfile {
            guard let keyed = call.request,
                let stored = try await storedProfile(to: keyed, named: request.newName)
            else { throw StorageError.noProfile(request.name) }
            return Committed(reply: stored, isRepeated: true)
        }
    }

    package func removeProfile(
        _ request: Profiles.RemoveRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty> {
        try await remove(request, call) { try $0.requireNotDefault() }
    }

    /// Removes all rows of a profile, unless `check` refuses it.
    func remove(
        _ request: Profiles.RemoveRequest, _ call: ChangeCall,
        _ check: (ProfileRow) throws -> Void = { _ in }
    ) async throws -> Committed<Empty> {
        do {
            let committed = try await change(of: request.name, call) { transaction, _ in
                let row = transaction.profile
                try check(row)
                transaction.writes = ProfileRows.deletion(of: row.id)
                if let keyed = call.request {
                    transaction.writes.append(
                        PostgresQuery(
                            """
                            INSERT INTO dayline.profile_removal (idempotency_key, request_hash, at)
                            VALUES ($1, $2, $3)
                            """, .text(keyed.key), .text(keyed.hash), .int64(call.now)))
                }
                transaction.effects.removedProfile = row.id
                transaction.effects.logChange(of: row, "profile", before: row.name, after: nil)
                return Empty()
            }
            ownership.forget(request.name)
            return committed
        } catch StorageError.noProfile {
            guard let keyed = call.request, try await isStored(removal: keyed) else {
                throw StorageError.noProfile(request.name)
            }
            return Committed(reply: Empty(), isRepeated: true)
        }
    }

    package func setZone(
        _ request: Profiles.SetZoneRequest, _ call: ChangeCall
    ) async throws -> Committed<Profiles.SetZoneResponse> {
        try await change(of: request.name, call) {
            Self.listing($0) + DirtyRows.everything($0)
        } _: { transaction, results in
            let row = transaction.profile
            var listed = try Self.listed(row, results)
            let before = listed.zones
            let after = before.setting(request.change)
            guard after != before else {
                return Profiles.SetZoneResponse(profile: listed, version: row.dataVersion)
            }
            listed.zones = after
            listed.zone = after.last?.zone ?? "UTC"
            transaction.writes = ProfileRows.set(request.change, of: row.id)
            let version = transaction.incrementVersion()
            let dirty = try DirtyRows.everything(
                Array(results.suffix(2)), of: row.id, on: request.changedDays, version: version
            ).withDerived
            transaction.writes += DirtyRows.marking(dirty, row.id)
            transaction.effects.dirty = dirty
            transaction.effects.logChange(
                of: row, "zone", before: try JSONBody.encode(before).text,
                after: try JSONBody.encode(after).text)
            return Profiles.SetZoneResponse(profile: listed, version: version)
        }
    }
}

extension PostgresStorage {
    /// The queries for a profile as it is listed.
    private static func listing(_ profile: Int64) -> [PostgresQuery] {
        [
            ProfileRows.zones(of: profile), ProfileRows.activityCount(of: profile),
            ProfileRows.sampleCount(of: profile), ChangeRows.first(of: profile),
        ]
    }

    private static func listed(
        _ row: ProfileRow, _ results: [PostgresResult]
    ) throws -> Profiles.Profile {
        let zones = try ProfileRows.zones(results[0])
        return Profiles.Profile(
            name: row.name, zone: zones.last?.zone ?? "UTC", zones: zones,
            samples: Int(try results[2].first?.int64(0) ?? 0),
            activities: Int(try results[1].first?.int64(0) ?? 0),
            createdAt: try results[3].first.map { instantText(try $0.int64(0)) })
    }

    /// Adds a profile without a change in its log, unless `name` is taken.
    /// - Throws: `StorageError.profileExists`.
    func insertProfile(_ name: String, zone: String) async throws {
        let row = ProfileRow(
            id: .random(in: 1...Int64.max), name: name, dataVersion: 0, firstVersion: 0)
        try await insert(row, zone: zone, nil)
    }

    private func insert(
        _ row: ProfileRow, zone: String, _ change: PostgresQuery?
    ) async throws {
        let queries =
            [
                PostgresQuery("BEGIN"), .setProfile(row.id),
                PostgresQuery(
                    "INSERT INTO dayline.profile_name (name_key, profile_id) VALUES ($1, $2)",
                    .text(ProfileOwnership.key(of: row.name)), .int64(row.id)),
                PostgresQuery(
                    """
                    INSERT INTO dayline.profile (profile_id, name, data_version, known_from, change_number)
                    VALUES ($1, $2, $3, $4, $5)
                    """, .int64(row.id), .text(row.name), .int64(row.dataVersion),
                    .int64(row.firstVersion), .int64(change == nil ? 0 : 1)),
            ] + ProfileRows.set(ZoneChange(from: nil, zone: zone), of: row.id)
            + (change.map { [$0] } ?? []) + [PostgresQuery("COMMIT")]
        do {
            _ = try await pool.withConnection(within: Self.connectLimit) { connection in
                try await connection.run(queries, within: Self.statementLimit)
            }
        } catch let error as PostgresError where error.state == .uniqueViolation {
            throw StorageError.profileExists(row.name)
        }
    }

    /// The stored reply to a request that added or renamed a profile; nil if its key is unknown.
    private func storedProfile(
        to request: KeyedRequest, named name: String
    ) async throws -> Profiles.Profile? {
        try await read(name) {
            [StoredReply.query($0, request)]
        } _: { _, results in
            try StoredReply(results[0], to: request)?.decoded(as: Profiles.Profile.self)
        }
    }

    /// True if the request removed a profile.
    private func isStored(removal request: KeyedRequest) async throws -> Bool {
        let rows = try await pool.withConnection(within: Self.connectLimit) { connection in
            try await connection.run(
                [
                    PostgresQuery(
                        "SELECT request_hash FROM dayline.profile_removal WHERE idempotency_key = $1",
                        .text(request.key))
                ], within: Self.statementLimit)
        }
        guard let row = rows[0].first else { return false }
        guard try row.text(0) == request.hash else { throw StorageError.keyReused }
        return true
    }
}

extension [ZoneChange] {
    /// The zones after a change, ascending by first day.
    fileprivate func setting(_ change: ZoneChange) -> [ZoneChange] {
        (filter { change.from != nil && $0.from != change.from } + [change])
            .sorted { ($0.from?.days ?? .min) < ($1.from?.days ?? .min) }
    }
}
