import CivilTime
import Contracts
import RPC

extension MemoryStorage {
    func registerProfiles(on router: inout Router) {
        router.handle(Profiles.list) { [self] _, _ in
            try read { state in
                Profiles.ListResponse(
                    profiles: try state.profiles.values.sorted { $0.name < $1.name }
                        .map { try $0.listed() })
            }
        }
        router.handle(Profiles.add) { [self] request, context in
            try change(Profiles.add.name, request, context) { try $0.add(request) }.reply
        }
        router.handle(Profiles.setZone) { [self] request, context in
            try change(Profiles.setZone.name, request, context) { try $0.setZone(request) }.reply
        }
    }
}

extension MemoryProfile {
    fileprivate func listed() throws -> Profiles.Profile {
        Profiles.Profile(
            name: name, zone: zones.last?.zone ?? "UTC", zones: zones,
            samples: health.chunks.values.reduce(0) { $0 + Int($1.count) },
            activities: try records.activities().count)
    }

    /// Sets the zone from a day until the next change of the zone.
    fileprivate mutating func set(_ change: ZoneChange) {
        zones.removeAll { change.from == nil || $0.from == change.from }
        zones.append(change)
        zones.sort { ($0.from?.days ?? .min) < ($1.from?.days ?? .min) }
    }
}

extension MemoryTransaction {
    fileprivate mutating func add(_ request: Profiles.AddRequest) throws -> Profiles.Profile {
        guard state.profiles[request.name] == nil else {
            throw Status(.alreadyExists, "There is a profile called \"\(request.name)\" already.")
        }
        let profile = MemoryProfile(
            name: request.name, zone: request.zone, version: state.latest + 1)
        state.profiles[request.name] = profile
        log("profile", request.name, before: nil, after: request.name, of: request.name)
        return try profile.listed()
    }

    fileprivate mutating func setZone(
        _ request: Profiles.SetZoneRequest
    ) throws -> Profiles.SetZoneResponse {
        let before = try state.profile(request.name)
        var after = before
        after.set(request.change)
        if after.zones != before.zones {
            let version = after.incrementVersion()
            // Both zones may differ from UTC by a day.
            let first = request.change.from.map { Int64($0.days) - 2 } ?? Int64(Int32.min)
            after.health.markAll(from: Int32(clamping: first), version)
            state.profiles[request.name] = after
            log(
                "zone", request.name, before: try JSONBody.encode(before.zones).text,
                after: try JSONBody.encode(after.zones).text, of: request.name)
        }
        return Profiles.SetZoneResponse(profile: try after.listed(), version: after.version)
    }
}
