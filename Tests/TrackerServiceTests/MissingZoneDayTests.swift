import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct MissingZoneDayTests {
    @Test func `a day that the zone leaves out is refused`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.storage.call(
            Profiles.add, Profiles.AddRequest(name: "apia", zone: "Pacific/Apia"))
        let apia = CallOptions(profile: "apia")
        func refusal(_ day: String) async -> Status? {
            await status {
                _ = try await tracker.client.call(
                    Journal.today, Journal.DayRequest(on: CivilDate(day)), apia)
            }
        }

        #expect(await refusal("2011-12-30")?.code == .invalidArgument)
        #expect(await refusal("2011-12-29") == nil)
        #expect(await refusal("2011-12-31") == nil)
    }

    @Test func `the refusal of a day lost by a zone change names the change`() async throws {
        let tracker = try await TemporaryTracker()
        let day = TemporaryTracker.monday
        let moves: [(CivilDate?, String)] = [
            (nil, "Pacific/Honolulu"), (day, "Pacific/Kiritimati"),
        ]
        for (from, zone) in moves {
            _ = try await tracker.storage.call(
                Profiles.setZone,
                Profiles.SetZoneRequest(name: "default", change: ZoneChange(from: from, zone: zone))
            )
        }

        let refused = await status {
            _ = try await tracker.today(day.advanced(by: -1))
        }

        #expect(refused?.message.contains("moved across the date line") == true)
        #expect(refused?.hint?.contains("Pacific/Kiritimati") == true)
    }

    @Test func `a day that the zone leaves out breaks a streak only after a zone change`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.storage.call(
            Profiles.add, Profiles.AddRequest(name: "apia", zone: "Pacific/Apia"))
        let apia = CallOptions(profile: "apia")
        let first = try #require(CivilDate("2011-12-28"))
        _ = try await tracker.client.call(
            Activities.add,
            Activities.AddRequest(name: "Pills", fields: Activities.Fields(), on: first), apia)
        for offset in [0, 1, 3] {
            let log = Journal.LogRequest(activity: "Pills", on: first.advanced(by: offset))
            _ = try await tracker.client.call(Journal.log, log, apia)
        }
        func streak() async throws -> Statistics.Streak? {
            try await tracker.client.call(
                Statistics.streaks, Statistics.AsOfRequest(on: first.advanced(by: 3)), apia
            ).streaks.first
        }

        let before = try await streak()
        _ = try await tracker.storage.call(
            Profiles.setZone,
            Profiles.SetZoneRequest(name: "apia", change: ZoneChange(from: nil, zone: "UTC")))
        let after = try await streak()

        #expect(before.map { [$0.current, $0.longest] } == [3, 3])
        #expect(after.map { [$0.current, $0.longest] } == [1, 2])
    }
}
