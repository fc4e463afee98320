import CivilTime
import Testing

struct ZoneTests {
    @Test(arguments: [
        ("America/New_York", "2026-03-08", "2026-03-08T05:00", 23.0),
        ("America/New_York", "2026-11-01", "2026-11-01T04:00", 25.0),
        ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00", 23.0),
        ("Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30", 23.5),
        ("Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00", 24.5),
        ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00", 24.0),
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00", 0.0),
        ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00", 24.0),
        ("America/St_Johns", "2010-11-06", "2010-11-06T02:30", 24.98333333333),
        ("America/St_Johns", "2010-11-07", "2010-11-07T02:30", 24.01666666667),
        ("Europe/Berlin", "2090-06-01", "2090-05-31T22:00", 24.0),
    ])
    func `a day starts and lasts as its place had it`(
        zone: String, day: String, start: String, hours: Double
    ) throws {
        guard let zone = try systemZone(zone) else { return }
        let date = try #require(CivilDate(day))

        #expect(zone.startOfDay(date) == (try utcSeconds(start)) * 1000)
        #expect(abs(Double(zone.length(of: date)) / 3_600_000 - hours) < 0.0001)
    }

    @Test(arguments: [
        ("Pacific/Apia", ["2011-12-30"]), ("Pacific/Kwajalein", ["1993-08-21"]),
        ("Europe/Berlin", []), ("America/St_Johns", []), ("UTC", []),
    ])
    func `skipped days of a zone are missing`(zone: String, days: [String]) throws {
        guard let zone = try systemZone(zone) else { return }

        #expect(ZoneHistory(zone).missingDays.map(\.description) == days)
    }

    @Test func `moving across the date line skips a day, moving back skips none`() throws {
        guard let honolulu = try systemZone("Pacific/Honolulu"),
            let kiritimati = try systemZone("Pacific/Kiritimati")
        else { return }
        let day = try #require(CivilDate("2026-03-10"))

        let westward = ZoneHistory([(from: nil, zone: honolulu), (from: day, zone: kiritimati)])
        let back = ZoneHistory([(from: nil, zone: kiritimati), (from: day, zone: honolulu)])

        #expect(westward.missingDays == [day.advanced(by: -1)])
        #expect(!back.missingDays.contains { $0 > day.advanced(by: -10) })
    }

    @Test func `a day is two stretches where the clock goes back across midnight`() throws {
        guard let zone = try systemZone("America/St_Johns") else { return }
        let saturday = try #require(CivilDate("2010-11-06"))
        let sunday = try #require(CivilDate("2010-11-07"))

        let first = try utcSeconds("2010-11-07T02:30") * 1000
        let minute: Int64 = 60_000
        #expect(zone.pieces(of: saturday).count == 2)
        #expect(zone.pieces(of: sunday).first == first..<(first + minute))
        #expect(zone.civilDate(at: first) == sunday)
        #expect(zone.civilDate(at: first + minute) == saturday)
        #expect(zone.civilDate(at: first + 59 * minute) == saturday)
        #expect(zone.civilDate(at: first + 60 * minute) == sunday)
    }

    @Test(arguments: [
        "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Antarctica/Casey",
    ])
    func `the pieces of the days share out all time`(name: String) throws {
        guard let zone = try systemZone(name) else { return }
        let first = try #require(CivilDate("2008-01-01"))
        let last = try #require(CivilDate("2024-12-31"))

        let pieces = (first...last).flatMap { zone.pieces(of: $0) }
            .sorted { $0.lowerBound < $1.lowerBound }
        for (before, after) in zip(pieces, pieces.dropFirst()) {
            #expect(before.upperBound == after.lowerBound)
        }
    }

    @Test(arguments: [Int64.min, -1, 0, 1, Int64.max])
    func `any instant has a day`(instant: Int64) throws {
        guard let zone = try systemZone("Europe/Dublin") else { return }

        let date = zone.civilDate(at: instant)

        #expect(Zone.utc.civilDate(at: instant).distance(to: date).magnitude <= 1)
    }

    @Test func `milliseconds before 1970 belong to the day before`() {
        #expect(Zone.utc.civilDate(at: -1).description == "1969-12-31")
        #expect(Zone.utc.localTime(at: -1).hourAndMinute == "23:59")
    }

    @Test func `a change of zone takes effect at midnight of its day in the new zone`() throws {
        let tokyo = Zone.fixed(name: "Tokyo", offsetSeconds: 9 * 3600)
        let moving = try #require(CivilDate("2026-03-10"))
        let history = ZoneHistory([(from: moving, zone: tokyo), (from: nil, zone: .utc)])

        let change = try utcSeconds("2026-03-09T15:00") * 1000
        #expect(history.startOfDay(moving) == change)
        #expect(history.civilDate(at: change - 1).description == "2026-03-09")
        #expect(history.length(of: moving.advanced(by: -1)) == 15 * 3_600_000)
        #expect(history.zone(on: moving) == tokyo)
        #expect(history.zone(on: moving.advanced(by: -1)) == .utc)
        #expect(history.zone(at: change) == tokyo)
    }

    @Test func `moving far west gives a day two stretches`() throws {
        let east = Zone.fixed(name: "East", offsetSeconds: 14 * 3600)
        let west = Zone.fixed(name: "West", offsetSeconds: -12 * 3600)
        let moving = try #require(CivilDate("2026-03-10"))
        let history = ZoneHistory([(from: nil, zone: east), (from: moving, zone: west)])

        #expect(history.pieces(of: moving).count == 2)
        #expect(history.length(of: moving) == (24 + 24) * 3_600_000)
        #expect(history.length(of: moving.advanced(by: 1)) == (24 + 2) * 3_600_000)
    }

    @Test func `an empty history is in UTC, and of two zones for one day the later one applies`() {
        let day = CivilDate(days: 20_000)
        let later = Zone.fixed(name: "Later", offsetSeconds: 3600)

        #expect(ZoneHistory([]).zone(on: day) == .utc)
        #expect(ZoneHistory([(day, .utc), (day, later)]).zone(on: day.advanced(by: -9)) == later)
    }
}
