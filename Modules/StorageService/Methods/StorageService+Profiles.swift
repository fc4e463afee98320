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
            return try await change(Profiles.add.name, request, context) { db, consequences in
                let row = try ProfileRow.add(name, zone: request.zone, db)
                consequences.recordChange(row, "profile", before: nil, after: row.name)
                return try Profiles.Profile(row, db)
            }
        }
        router.handle(Profiles.rename) { [self] request, context in
            let name = try checked(name: request.newName)
            return try await change(Profiles.rename.name, request, context) { db, consequences in
                let row = try ProfileRow.named(request.name, db)
                try row.requireNotDefault()
                let renamed = try row.rename(to: name, db)
                consequences.recordChange(renamed, "profile", before: row.name, after: renamed.name)
                return try Profiles.Profile(renamed, db)
            }
        }
        router.handle(Profiles.remove) { [self] request, context in
            try await change(Profiles.remove.name, request, context) { db, consequences in
                let row = try ProfileRow.named(request.name, db)
                try row.requireNotDefault()
                try row.remove(db)
                consequences.removedProfile = row.id
                consequences.recordChange(row, "profile", before: row.name, after: nil)
                return Empty()
            }
        }
        router.handle(Profiles.setZone) { [self] request, context in
            try check(zone: request.change.zone)
            return try await change(Profiles.setZone.name, request, context) {
                [self] db, consequences in
                try setZone(request, db, &consequences)
            }
        }
    }

    /// Changes the zone, and marks every day that may be another one for it.
    private func setZone(
        _ request: Profiles.SetZoneRequest, _ db: Database, _ consequences: inout CommitEffects
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
        // Two, since neither zone's day is that of UTC.
        let first = request.change.from.map { Int64($0.days) - 2 } ?? Int64(Int32.min)
        let days = DaySpan(from: Int32(clamping: first), to: .max)
        let dirty = try DirtyDays.everything(of: row.id, on: days, version: version, db)
        consequences.dirty = try DirtyDays.mark(dirty, db)
        consequences.recordChange(
            row, "zone", before: try JSONBody.encode(before).text,
            after: try JSONBody.encode(after).text)
        return Profiles.SetZoneResponse(profile: try Profiles.Profile(row, db), version: version)
    }

    private func checked(name written: String) throws(Status) -> String {
        let name = written.trimmed
        let isFine =
            !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("-")
            && name.allSatisfy { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
        guard isFine else {
            throw Status(
                .invalidArgument, "\"\(name)\" cannot be the name of a profile.",
                hint: "Use letters, digits, spaces, dots, dashes and underscores; at most 64.")
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
    /// The default profile is used when none is named.
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
