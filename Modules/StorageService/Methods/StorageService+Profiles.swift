import CivilTime
import Contracts
import GRDB
import HostFiles
import RPC
import Texts

extension StorageService {
    func registerProfiles(on router: inout Router) {
        router.handle(Profiles.list) { [self] _, _ in
            try await file.read { db in
                Profiles.ListResponse(
                    profiles: try ProfileRow.all(db).map { try Profiles.Profile($0, db) })
            }
        }
        router.handle(Profiles.add) { [self] request, context in
            let name = try checked(name: request.name)
            try check(zone: request.zone)
            return try await change(Profiles.add.name, request, context) { db, effects in
                let row = try ProfileRow.add(name, zone: request.zone, db)
                effects.recordChange(row, "profile", before: nil, after: row.name)
                return try Profiles.Profile(row, db)
            }
        }
        router.handle(Profiles.rename) { [self] request, context in
            let name = try checked(name: request.newName)
            return try await change(Profiles.rename.name, request, context) { db, effects in
                let row = try ProfileRow.named(request.name, db)
                try row.requireNotDefault()
                let renamed = try row.rename(to: name, db)
                effects.recordChange(renamed, "profile", before: row.name, after: renamed.name)
                return try Profiles.Profile(renamed, db)
            }
        }
        router.handle(Profiles.remove) { [self] request, context in
            try await change(Profiles.remove.name, request, context) { db, effects in
                let row = try ProfileRow.named(request.name, db)
                try row.requireNotDefault()
                try row.remove(db)
                effects.removedProfile = row.id
                effects.recordChange(row, "profile", before: row.name, after: nil)
                return Empty()
            }
        }
        router.handle(Profiles.setZone) { [self] request, context in
            try check(zone: request.change.zone)
            return try await change(Profiles.setZone.name, request, context) {
                [self] db, effects in
                try setZone(request, db, &effects)
            }
        }
    }

    /// Changes the zone and marks the days that may change with it.
    private func setZone(
        _ request: Profiles.SetZoneRequest, _ db: Database, _ effects: inout CommitEffects
    ) throws -> Profiles.SetZoneResponse {
        let row = try ProfileRow.named(request.name, db)
        let before = try row.zones(db)
        try row.set(request.change, db)
        let after = try row.zones(db)
        guard after != before else {
            return Profiles.SetZoneResponse(
                profile: try Profiles.Profile(row, db), version: row.dataVersion)
        }
        let version = try row.incrementVersion(db)
        // Two days before: both the old and the new zone may differ from UTC by a day.
        let first = request.change.from.map { Int64($0.days) - 2 } ?? Int64(Int32.min)
        let days = DaySpan(from: Int32(clamping: first), to: .max)
        let dirty = try DirtyDays.everything(of: row.id, on: days, version: version, db)
        effects.dirty = try DirtyDays.mark(dirty, db)
        effects.recordChange(
            row, "zone", before: try JSONBody.encode(before).text,
            after: try JSONBody.encode(after).text)
        return Profiles.SetZoneResponse(profile: try Profiles.Profile(row, db), version: version)
    }

    private func checked(name: String) throws(Status) -> String {
        let name = name.trimmed
        let isValid =
            !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("-")
            && name.allSatisfy { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
        guard isValid else {
            throw Status(
                .invalidArgument, "\"\(name)\" is not a valid profile name.",
                hint:
                    "Use at most 64 bytes of letters, digits, spaces, dots, dashes and underscores; no "
                    + "leading dash.")
        }
        return name
    }

    private func check(zone: String) throws {
        guard zones.isListed(zone) else { throw HostFileError.unknownZone(name: zone) }
    }
}

extension CommitEffects {
    fileprivate mutating func recordChange(
        _ profile: ProfileRow, _ kind: String, before: String?, after: String?
    ) {
        logEntries.append(
            ChangeLog.Entry(
                profile: profile, who: "person", kind: kind, key: profile.name, before: before,
                after: after))
    }
}

extension ProfileRow {
    /// - Throws: `defaultProfileRequired` for the profile that requests without a profile use.
    fileprivate func requireNotDefault() throws(StorageError) {
        guard name != CallMetadata.defaultProfile else { throw .defaultProfileRequired }
    }
}

extension Profiles.Profile {
    init(_ row: ProfileRow, _ db: Database) throws {
        let zones = try row.zones(db)
        self.init(
            name: row.name, zone: zones.last?.zone ?? "UTC", zones: zones,
            samples: try row.sampleCount(db),
            activities: try ActivityDays.count(of: row.id, db))
    }
}
