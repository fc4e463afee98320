import Testing

@testable import CivilTime

struct ZoneRuleTests {
    /// Offset changes around the end of the year, where the hemispheres differ.
    @Test(arguments: [
        ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00", -18_000, -14_400),
        ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00", -14_400, -18_000),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2028-03-26T01:00", 3600, 7200),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-04-04T16:00", 39_600, 36_000),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-10-25T01:00", 3600, 0),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00", 7200, 10_800),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00", -7200, -3600),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-10-03T15:30", 37_800, 39_600),
        ("XST3XDT,J60,J300", "2028-03-01T05:00", -10_800, -7200),
        ("XST3XDT,59,300", "2028-02-29T05:00", -10_800, -7200),
    ])
    func `a rule changes the offset at its instant`(
        text: String, instant: String, before: Int, after: Int
    ) throws {
        let rule = try ZoneRule(text)
        let seconds = try utcSeconds(instant)

        #expect(rule.segment(atSeconds: seconds - 1).offset == before)
        #expect(rule.segment(atSeconds: seconds - 1).end == seconds)
        #expect(rule.segment(atSeconds: seconds).offset == after)
        #expect(rule.segment(atSeconds: seconds).start == seconds)
    }

    @Test func `daylight time that lasts all year never ends`() throws {
        let rule = try ZoneRule("EST5EDT,0/0,J365/25")

        for day in Int64(20_000)...21_000 {
            #expect(rule.segment(atSeconds: day * secondsPerDay + 18_000).offset == -14_400)
            #expect(rule.segment(atSeconds: day * secondsPerDay + 17_999).offset == -14_400)
        }
    }

    @Test func `a rule without daylight time holds for ever`() throws {
        let segment = try ZoneRule("<+0545>-5:45").segment(atSeconds: .max)

        #expect(segment == OffsetSegment(start: .min, end: .max, offset: 20_700))
    }

    @Test(arguments: [
        "", "E5", "EST", "EST5EDT", "EST5EDT,M3.2.0", "EST5EDT,M13.2.0,M11.1.0",
        "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J365", "EST5EDT,J1,J366",
        "EST5EDT,1,366", "EST25", "EST5EDT,M3.2.0/168,M11.1.0", "<EST5", "EST5 ", "EST-",
        "EST5EDT,M3.2.0,M11.1.0,", "EST99999999999999999999",
    ])
    func `a rule that cannot be read is an error`(text: String) {
        #expect(throws: ZoneError.badRule(text)) { try ZoneRule(text) }
    }
}

/// Seconds since 1970 of a time in UTC.
func utcSeconds(_ text: String) throws -> Int64 {
    let time = try #require(LocalTime(text))
    return Int64(time.date.days) * secondsPerDay + Int64(time.secondOfDay)
}
