import CivilTime
import Foundation
import Testing

struct CivilDateTests {
    @Test func `every day of the years 1600 to 2400 follows the one before`() throws {
        var expected = try #require(CivilDate(1600, 1, 1))

        for year in 1600...2400 {
            for month in 1...12 {
                for day in 1...CivilDate.lengthOfMonth(month, in: year) {
                    let date = try #require(CivilDate(year, month, day))
                    guard date == expected, date.components == (year, month, day) else {
                        Issue.record("\(year)-\(month)-\(day) is \(date), after it \(expected)")
                        return
                    }
                    expected = expected.advanced(by: 1)
                }
            }
        }
    }

    @Test(arguments: [
        ("1970-01-01", 0, 4), ("1969-12-31", -1, 3), ("2000-02-29", 11_016, 2),
        ("2026-11-21", 20_778, 6), ("0000-01-01", -719_528, 6), ("9999-12-31", 2_932_896, 5),
    ])
    func `a day has a number and a weekday`(text: String, days: Int32, weekday: Int) throws {
        let date = try #require(CivilDate(text))

        #expect(date.days == days)
        #expect(date.weekday == weekday)
        #expect(date.description == text)
    }

    @Test(arguments: [
        (CivilDate.distantFuture.advanced(by: 3), "9999-12-31"),
        (CivilDate.distantPast.advanced(by: -3), "0000-01-01"),
        (CivilDate(days: 20_778), "2026-11-21"),
    ])
    func `a day that text cannot represent is encoded as the nearest one`(
        date: CivilDate, text: String
    ) throws {
        let encoded = try JSONEncoder().encode([date])

        #expect(String(decoding: encoded, as: UTF8.self) == "[\"\(text)\"]")
        #expect(
            try JSONDecoder().decode([CivilDate].self, from: encoded).map(\.description) == [text])
    }

    @Test(arguments: [
        "", "2026-2-03", "2026-02-30", "2025-02-29", "1900-02-29", "2026-13-01", "2026-00-10",
        "2026-01-00", "+026-01-01", "2026-01-01 ", "20260101", "２０２６-01-01", "2026/01/01",
    ])
    func `text that names no day is refused`(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test func `a distance beyond 32 bits stays at the last day`() {
        let last = CivilDate(days: .max)

        #expect(last.advanced(by: .max) == last)
        #expect(CivilDate(days: .min).advanced(by: .min) == CivilDate(days: .min))
        #expect(CivilDate(days: .min).distance(to: last) == Int(UInt32.max))
    }

    @Test(arguments: ["2026-11-21T08:05", "2026-11-21T23:59:58", "2026-11-21T00:00"])
    func `a local time is written as it was read`(text: String) throws {
        #expect(try #require(LocalTime(text)).description == text)
    }

    @Test(arguments: ["2026-11-21", "2026-11-21T24:00", "2026-11-21T1:00", "2026-11-21T10:00:60"])
    func `text that names no local time is refused`(text: String) {
        #expect(LocalTime(text) == nil)
    }
}
