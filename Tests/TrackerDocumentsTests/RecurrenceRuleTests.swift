import CivilTime
import Testing

@testable import TrackerDocuments

@Suite struct RecurrenceRuleTests {
    private func days(_ rule: String, from start: String, _ count: Int) throws -> [String] {
        let start = try #require(CivilDate(start))
        return try RecurrenceRule(rule).days(from: start, through: start.advanced(by: 4000))
            .prefix(count).map(\.description)
    }

    /// Examples of RFC 5545, section 3.8.5.3.
    @Test(arguments: [
        ("FREQ=DAILY;COUNT=10", "1997-09-02", "1997-09-02 1997-09-03 1997-09-04"),
        ("FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02", "1997-09-02 1997-09-12 1997-09-22"),
        (
            "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO", "1998-01-01",
            "1998-01-04 1998-01-05 1998-01-11"
        ),
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997-09-02",
            "1997-09-02 1997-09-04 1997-09-16 1997-09-18"
        ),
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-05",
            "1997-08-05 1997-08-10 1997-08-19 1997-08-24"
        ),
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-05",
            "1997-08-05 1997-08-17 1997-08-19 1997-08-31"
        ),
        ("FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "1997-09-05", "1997-09-05 1997-10-03 1997-11-07"),
        (
            "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", "1997-09-07",
            "1997-09-07 1997-09-28 1997-11-02 1997-11-30"
        ),
        ("FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997-09-22", "1997-09-22 1997-10-20 1997-11-17"),
        ("FREQ=MONTHLY;BYMONTHDAY=-3", "1997-09-28", "1997-09-28 1997-10-29 1997-11-28"),
        (
            "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "1997-09-30",
            "1997-09-30 1997-10-01 1997-10-31"
        ),
        ("FREQ=YEARLY;COUNT=10;BYMONTH=6,7", "1997-06-10", "1997-06-10 1997-07-10 1998-06-10"),
        (
            "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", "1997-01-01",
            "1997-01-01 1997-04-10 1997-07-19 2000-01-01"
        ),
        ("FREQ=YEARLY;BYDAY=20MO", "1997-05-19", "1997-05-19 1998-05-18 1999-05-17"),
        ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12", "1997-05-12 1998-05-11 1999-05-17"),
        (
            "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1997-09-02",
            "1998-02-13 1998-03-13 1998-11-13"
        ),
        (
            "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05",
            "1996-11-05 2000-11-07 2004-11-02"
        ),
        (
            "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04",
            "1997-09-04 1997-10-07 1997-11-06"
        ),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "1997-09-29",
            "1997-09-29 1997-10-30 1997-11-27"
        ),
        ("FREQ=YEARLY", "1996-02-29", "1996-02-29 2000-02-29 2004-02-29"),
    ])
    func `a rule has the days of the standard`(rule: String, start: String, expected: String)
        throws
    {
        let expected = expected.split(separator: " ").map(String.init)

        #expect(try days(rule, from: start, expected.count) == expected)
    }

    @Test(arguments: [
        "FREQ=HOURLY", "FREQ=DAILY;BYHOUR=9,10", "FREQ=DAILY;INTERVAL=0", "BYDAY=MO", "FREQ",
        "FREQ=MONTHLY;BYDAY=0MO", "FREQ=YEARLY;BYMONTH=-1", "FREQ=DAILY;FREQ=DAILY",
    ])
    func `a rule within a day or with a damaged part is refused`(rule: String) {
        #expect(throws: (any Error).self) { try RecurrenceRule(rule) }
    }

    @Test func `a rule ends after its count, and examines two centuries at most`() throws {
        #expect(try days("FREQ=DAILY;COUNT=3", from: "2026-01-05", 10).count == 3)
        #expect(
            try days("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1", from: "2026-01-05", 1) == [])
    }
}
