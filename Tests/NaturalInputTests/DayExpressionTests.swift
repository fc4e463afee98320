import CivilTime
import NaturalInput
import Testing

/// Days and ranges as of Wednesday 2026-11-25.
@Suite struct DayExpressionTests {
    private static let today = CivilDate(days: 20_782)

    private static func date(_ text: String, _ sense: DaySense) -> Result<String, DayError> {
        Result { () throws(DayError) in
            try DayExpression(text).date(today: today, sense).description
        }
    }

    @Test(arguments: [
        // Text, in the past, in a plan.
        ("today", "2026-11-25", "2026-11-25"), (" Today ", "2026-11-25", "2026-11-25"),
        ("yesterday", "2026-11-24", "2026-11-24"), ("tomorrow", "2026-11-26", "2026-11-26"),
        ("-1d", "2026-11-24", "2026-11-24"), ("\u{2212}2w", "2026-11-11", "2026-11-11"),
        ("+3d", "2026-11-28", "2026-11-28"), ("-0d", "2026-11-25", "2026-11-25"),
        ("wed", "2026-11-25", "2026-11-25"), ("mon", "2026-11-23", "2026-11-30"),
        ("fri", "2026-11-20", "2026-11-27"), ("THURSDAY", "2026-11-19", "2026-11-26"),
        ("tu", "2026-11-24", "2026-12-01"), ("25", "2026-11-25", "2026-11-25"),
        ("21", "2026-11-21", "2026-12-21"), ("21st", "2026-11-21", "2026-12-21"),
        ("31", "2026-10-31", "2026-12-31"), ("26", "2026-10-26", "2026-11-26"),
        ("nov 3", "2026-11-03", "2027-11-03"), ("3 november", "2026-11-03", "2027-11-03"),
        ("nov3", "2026-11-03", "2027-11-03"), ("nov 3rd", "2026-11-03", "2027-11-03"),
        ("3rd nov", "2026-11-03", "2027-11-03"), ("nov 3rd 2024", "2024-11-03", "2024-11-03"),
        ("dec 1", "2025-12-01", "2026-12-01"),
        ("nov 25", "2026-11-25", "2026-11-25"), ("feb 29", "2024-02-29", "2028-02-29"),
        ("nov 3 2024", "2024-11-03", "2024-11-03"), ("2026-11-03", "2026-11-03", "2026-11-03"),
        ("9999-12-31", "9999-12-31", "9999-12-31"),
    ])
    func `a day is the latest in the past and the next in a plan, today included`(
        text: String, past: String, planned: String
    ) {
        #expect(Self.date(text, .past) == .success(past))
        #expect(Self.date(text, .planned) == .success(planned))
    }

    @Test(arguments: [
        "", " ", "t", "m", "noon", "nov", "nov 3 26", "1.2.2026", "24.12.", "5-3", "-d", "-1x",
        "1d", "-9999999d", "2026-1-3", "nov nov 3", "3 4 nov", "100", "-5", "mon..fri",
    ])
    func `other words are not days`(text: String) {
        #expect(Self.date(text, .past) == .failure(.notADay(text == " " ? "" : text)))
    }

    @Test(arguments: [
        "2026-02-30", "2026-13-01", "0", "32", "feb 30", "nov 31", "nov 0", "feb 29 2026",
    ])
    func `a written day that the calendar does not have is named`(text: String) {
        #expect(Self.date(text, .past) == .failure(.noSuchDay(text)))
    }

    @Test func `an offset beyond the calendar is an error`() {
        #expect(Self.date("+999999w", .planned) == .failure(.noSuchDay("+6999993d")))
        #expect(Self.date("-999999w", .past) == .failure(.noSuchDay("-6999993d")))
    }

    @Test(arguments: [
        ("mon..fri", "2026-11-16..2026-11-20", "2026-11-30..2026-12-04"),
        ("fri..mon", "2026-11-20..2026-11-23", "2026-11-27..2026-11-30"),
        ("mon..today", "2026-11-23..2026-11-25", nil),
        ("-6d..today", "2026-11-19..2026-11-25", "2026-11-19..2026-11-25"),
        ("28..3", "2026-10-28..2026-11-03", "2026-11-28..2026-12-03"),
        ("dec 24..jan 2", "2025-12-24..2026-01-02", "2026-12-24..2027-01-02"),
        ("wed..wed", "2026-11-25..2026-11-25", "2026-11-25..2026-11-25"),
        ("2026-07-01..2026-07-14", "2026-07-01..2026-07-14", "2026-07-01..2026-07-14"),
        ("sat", "2026-11-21..2026-11-21", "2026-11-28..2026-11-28"),
        ("2026-11-03..2026-11-01", nil, nil),
    ])
    func `a range reads its last day first in the past, and its first day first in a plan`(
        text: String, past: String?, planned: String?
    ) throws {
        let range = try DayRangeExpression(text)
        func days(_ sense: DaySense) -> String? {
            guard let days = try? range.days(today: Self.today, sense) else { return nil }
            return "\(days.lowerBound)..\(days.upperBound)"
        }

        #expect(days(.past) == past)
        #expect(days(.planned) == planned)
    }

    @Test(arguments: ["..", "mon..", "..fri", "mon..fri..sun", "mon...fri"])
    func `a range has two days`(text: String) {
        #expect(throws: DayError.self) { try DayRangeExpression(text) }
    }

    @Test func `an empty range is reported with its days in the right order`() throws {
        let range = try DayRangeExpression("2026-11-03..2026-11-01")
        let error = #expect(throws: DayError.self) { try range.days(today: Self.today, .past) }

        #expect(
            error?.problem
                == "the range 2026-11-03..2026-11-01 is empty: the start is after the end")
        #expect(error?.remedy == "Write it as 2026-11-01..2026-11-03.")
    }

    @Test func `each word for a day has the day that a search day by day finds`() throws {
        // Every day of nine years, which have two leap days.
        for number in 20_000..<23_300 {
            let today = CivilDate(days: Int32(number))
            for day in [1, 28, 29, 30, 31] {
                let past = try DayExpression("\(day)").date(today: today, .past)
                let planned = try DayExpression("\(day)").date(today: today, .planned)
                #expect(
                    past == (0...62).lazy.map { today.advanced(by: -$0) }.first { $0.day == day })
                #expect(
                    planned == (0...62).lazy.map { today.advanced(by: $0) }.first { $0.day == day })
            }
        }
    }
}
