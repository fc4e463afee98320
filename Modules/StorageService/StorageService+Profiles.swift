import CivilTime
import Contracts
import GRDB
import RPC

extension StorageService {
    func registerProfiles(on router: inout Router) {
        router.handle(Profiles.list) { [self] _, _ in
            try await read { [self] db in
                let rows = try Row.fetchAll(db, sql: "SELECT id, name FROM profile ORDER BY name")
                return Profiles.Listing(
                    profiles: try rows.map { try profile(id: $0[0], name: $0[1], db) })
            }
        }
        router.handle(Profiles.add) { [self] request, _ in
            try check(name: request.name)
            return try await write { [self] db in
                let id = try ProfileRow.add(request.name, zone: request.zone, db)
                return try profile(id: id, name: request.name, db)
            }
        }
        router.handle(Profiles.rename) { [self] request, _ in
            try check(name: request.newName)
            return try await write { [self] db in
                let row = try ProfileRow.named(request.name, db)
                guard row.name != CallMetadata.defaultProfile else {
                    throw StorageError.lastProfile
                }
                try db.execute(
                    sql: "UPDATE OR IGNORE profile SET name = ? WHERE id = ?",
                    arguments: [request.newName, row.id])
                guard db.changesCount == 1 else {
                    throw StorageError.profileExists(request.newName)
                }
                return try profile(id: row.id, name: request.newName, db)
            }
        }
        router.handle(Profiles.remove) { [self] request, _ in
            try await write { db in
                let row = try ProfileRow.named(request.name, db)
                guard row.name != CallMetadata.defaultProfile else {
                    throw StorageError.lastProfile
                }
                try db.execute(
                    sql: """
                        DELETE FROM chunk_data WHERE id IN (
                            SELECT data_id FROM chunk WHERE series_id IN (
                                SELECT id FROM series WHERE profile_id = ?))
                        """, arguments: [row.id])
                try db.execute(sql: "DELETE FROM profile WHERE id = ?", arguments: [row.id])
                return Empty()
            }
        }
        router.handle(Profiles.setZone) { [self] request, _ in
            let (set, slices) = try await write { [self] db in
                let row = try ProfileRow.named(request.name, db)
                let slices = try setZone(request.change, of: row.id, db)
                let version = try ProfileRow.named(request.name, db).dataVersion
                return (
                    Profiles.ZoneSet(
                        profile: try profile(id: row.id, name: row.name, db), version: version),
                    slices
                )
            }
            await board.add(slices)
            return set
        }
    }

    private func profile(id: Int64, name: String, _ db: GRDB.Database) throws -> Profiles.Profile {
        let zones = try ProfileRow.zones(of: id, db)
        let samples = try Int.fetchOne(
            db,
            sql: """
                SELECT coalesce(sum(chunk.count), 0) FROM series
                JOIN chunk ON chunk.series_id = series.id WHERE series.profile_id = ?
                """, arguments: [id])
        return Profiles.Profile(
            name: name, zone: zones.last?.zone ?? "UTC", zones: zones, samples: samples ?? 0,
            activities: 0)
    }

    /// Without a day the zone replaces all others; with one it holds from that day on.
    private func setZone(
        _ change: ZoneChange, of profile: Int64, _ db: GRDB.Database
    ) throws -> [FoldSlice] {
        if let from = change.from {
            try db.execute(
                sql: "DELETE FROM profile_zone WHERE profile_id = ? AND from_day >= ?",
                arguments: [profile, from.days])
        } else {
            try db.execute(
                sql: "DELETE FROM profile_zone WHERE profile_id = ?", arguments: [profile])
        }
        try db.execute(
            sql: "INSERT INTO profile_zone (profile_id, from_day, zone) VALUES (?, ?, ?)",
            arguments: [profile, change.from?.days, change.zone])
        let version = try ProfileRow.raiseVersion(of: profile, db)
        let spans = try MetricSpan.all(of: profile, db).compactMap { span -> MetricSpan? in
            var span = span
            if let from = change.from { span.from = max(span.from, from.days - 2) }
            return span.from <= span.to ? span : nil
        }
        return try DirtyRow.mark(spans, of: profile, version: version, db)
    }

    private func check(name: String) throws {
        let isFine =
            !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("-")
            && name.allSatisfy { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
        guard isFine else {
            throw Status(
                .invalidArgument, "\"\(name)\" cannot be the name of a profile.",
                hint: "Use letters, digits, spaces, dots, dashes and underscores; at most 64.")
        }
    }
}
