import CivilTime
package import Contracts
package import HostFiles
package import RPC
import Texts

/// The operations of profiles. Names and zones were checked before.
package protocol ProfileOperations: StorageOperations {
    /// The names of the zones that the system knows.
    var zones: TimeZoneFiles { get }

    func profiles() async throws -> [Profiles.Profile]
    func addProfile(
        _ request: Profiles.AddRequest, _ call: ChangeCall
    ) async throws -> Committed<Profiles.Profile>
    func renameProfile(
        _ request: Profiles.RenameRequest, _ call: ChangeCall
    ) async throws -> Committed<Profiles.Profile>
    /// The renames of the present profiles, in any order.
    func renames() async throws -> [Profiles.PastRename]
    func removeProfile(
        _ request: Profiles.RemoveRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty>
    /// Changes the zone and marks the days that may change with it.
    func setZone(
        _ request: Profiles.SetZoneRequest, _ call: ChangeCall
    ) async throws -> Committed<Profiles.SetZoneResponse>
}

extension StorageServices where Engine: ProfileOperations {
    func registerProfiles(on router: inout Router) {
        router.handle(Profiles.list) { [engine] _, _ in
            Profiles.ListResponse(profiles: try await engine.profiles())
        }
        router.handle(Profiles.add) { [self] request, context in
            var checked = request
            checked.name = try Profiles.checked(name: request.name)
            try check(zone: request.zone)
            return try await change(Profiles.add.name, request, context) { [checked] in
                try await engine.addProfile(checked, $0)
            }
        }
        router.handle(Profiles.rename) { [self] request, context in
            var checked = request
            checked.newName = try Profiles.checked(name: request.newName)
            return try await change(Profiles.rename.name, request, context) { [checked] in
                try await engine.renameProfile(checked, $0)
            }
        }
        router.handle(Profiles.renames) { [engine] _, _ in
            Profiles.RenamesResponse(
                renames: try await engine.renames().sorted { ($0.at, $0.name) < ($1.at, $1.name) })
        }
        router.handle(Profiles.remove) { [self] request, context in
            try await change(Profiles.remove.name, request, context) {
                try await engine.removeProfile(request, $0)
            }
        }
        router.handle(Profiles.setZone) { [self] request, context in
            try check(zone: request.change.zone)
            return try await change(Profiles.setZone.name, request, context) {
                try await engine.setZone(request, $0)
            }
        }
    }

    private func check(zone: String) throws {
        guard engine.zones.isListed(zone) else { throw HostFileError.unknownZone(name: zone) }
    }
}

extension Profiles {
    /// The name without surrounding spaces.
    fileprivate static func checked(name: String) throws(Status) -> String {
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
}

extension [Profiles.PastRename] {
    /// The earlier names of a profile, sorted.
    package func earlierNames(of profile: String) -> [String] {
        let own = filter { ExistingProfiles.isSame($0.name, profile) }
        return Set(own.map(\.earlierName)).subtracting(own.map(\.name)).sorted()
    }
}

extension Profiles.SetZoneRequest {
    /// The days whose totals may change with the zone. From two days before: both the old and the new zone
    /// may differ from UTC by a day.
    package var changedDays: DaySpan {
        let first = change.from.map { Int64($0.days) - 2 } ?? Int64(Int32.min)
        return DaySpan(from: Int32(clamping: first), to: .max)
    }
}

extension CommitEffects {
    /// Adds the log entry of a change of a profile.
    package mutating func logChange(
        of profile: ProfileRow, _ kind: String, before: String?, after: String?
    ) {
        logEntries.append(
            ChangeLog.Entry(
                profile: profile, who: "person", kind: kind, key: profile.name, before: before,
                after: after))
    }
}
