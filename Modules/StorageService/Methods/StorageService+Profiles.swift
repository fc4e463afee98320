import CivilTime
package import Contracts
import GRDB
package import RPC
package import StorageCore

extension StorageService: ProfileOperations {
    package func profiles() async throws -> [Profiles.Profile] {
        try await file.read { db in
            try ProfileRow.all(db).map { try Profiles.Profile($0, db) }
        }
    }

    package func addProfile(
        _ request: Profiles.AddRequest, _ call: ChangeCall
    ) async throws -> Committed<Profiles.Profile> {
        try await change(call) { db, effects in
            let row = try ProfileRow.add(request.name, zone: request.zone, db)
            effects.logChange(of: row, "profile", before: nil, after: row.name)
            // The change is appended after this response is created.
            return try Profiles.Profile(row, createdAt: call.now, db)
        }
    }

    package func renameProfile(
        _ request: Profiles.RenameRequest, _ call: ChangeCall
    ) async throws -> Committed<Profiles.Profile> {
        try await change(call) { db, effects in
            let row = try ProfileRow.named(request.name, db)
            try row.requireNotDefault()
            let renamed = try row.rename(to: request.newName, db)
            effects.logChange(of: renamed, "profile", before: row.name, after: renamed.name)
            return try Profiles.Profile(renamed, db)
        }
    }

    package func renames() async throws -> [Profiles.PastRename] {
        try await file.read { db in
            try ProfileRow.all(db).flatMap { try ChangeLog.renames(of: $0, db) }
        }
    }

    package func removeProfile(
        _ request: Profiles.RemoveRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty> {
        try await change(call) { db, effects in
            let row = try ProfileRow.named(request.name, db)
            try row.requireNotDefault()
            try row.remove(db)
            effects.removedProfile = row.id
            effects.logChange(of: row, "profile", before: row.name, after: nil)
            return Empty()
        }
    }

    package func setZone(
        _ request: Profiles.SetZoneRequest, _ call: ChangeCall
    ) async throws -> Committed<Profiles.SetZoneResponse> {
        try await change(call) { db, effects in
            let row = try ProfileRow.named(request.name, db)
            let before = try row.zones(db)
            try row.set(request.change, db)
            let after = try row.zones(db)
            guard after != before else {
                return Profiles.SetZoneResponse(
                    profile: try Profiles.Profile(row, db), version: row.dataVersion)
            }
            let version = try row.incrementVersion(db)
            let dirty = try DirtyDays.everything(
                of: row.id, on: request.changedDays, version: version, db)
            effects.dirty = try DirtyDays.mark(dirty, db)
            effects.logChange(
                of: row, "zone", before: try JSONBody.encode(before).text,
                after: try JSONBody.encode(after).text)
            return Profiles.SetZoneResponse(
                profile: try Profiles.Profile(row, db), version: version)
        }
    }
}

extension Profiles.Profile {
    /// `createdAt` is the time of a first change that is not in the log yet, in milliseconds since 1970.
    init(_ row: ProfileRow, createdAt: Int64? = nil, _ db: Database) throws {
        let zones = try row.zones(db)
        let first = try createdAt ?? ChangeLog.first(of: row.id, db)?.at
        self.init(
            name: row.name, zone: zones.last?.zone ?? "UTC", zones: zones,
            samples: try row.sampleCount(db),
            activities: try ActivityDays.count(of: row.id, db), createdAt: first.map(instantText))
    }
}
