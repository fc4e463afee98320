import CivilTime
import Testing

struct IntervalTests {
    @Test(arguments: [
        (0, Interval.day), (13, .day), (14, .week), (27, .week), (28, .month), (89, .month),
        (90, .quarter), (179, .quarter), (180, .half), (364, .half), (365, .year), (8000, .year),
    ])
    func `the automatic interval is the widest that the span allows`(span: Int, widest: Interval) {
        #expect(Interval.automatic(forSpanInDays: span) == widest)
        #expect(
            Interval.available(forSpanInDays: span) == Interval.allCases.filter { $0 <= widest })
    }

    @Test func `a span is the difference of the outermost days in any order`() throws {
        let days = try ["2026-01-15", "2026-01-01", "2026-01-03"].map {
            try #require(CivilDate($0))
        }

        #expect(spanInDays(days) == 14)
        #expect(spanInDays(days.prefix(1)) == 0)
        #expect(spanInDays([]) == 0)
    }

    @Test(arguments: [
        (Interval.day, "2026-01-05", "2026-01-05", "2026-01-05", "Jan 5"),
        (.week, "2026-01-11", "2026-01-05", "2026-01-11", "Jan 5-Jan 11"),
        (.week, "2026-01-01", "2025-12-29", "2026-01-04", "Dec 29-Jan 4"),
        (.month, "2024-02-29", "2024-02-01", "2024-02-29", "Feb 2024"),
        (.quarter, "2024-03-31", "2024-01-01", "2024-03-31", "Q1 2024"),
        (.quarter, "2024-12-31", "2024-10-01", "2024-12-31", "Q4 2024"),
        (.half, "2024-06-30", "2024-01-01", "2024-06-30", "H1 2024"),
        (.half, "2024-07-01", "2024-07-01", "2024-12-31", "H2 2024"),
        (.year, "2023-05-05", "2023-01-01", "2023-12-31", "2023"),
    ])
    func `a day is in exactly one labelled bucket`(
        interval: Interval, day: String, start: String, end: String, label: String
    ) throws {
        let bucket = interval.bucket(containing: try #require(CivilDate(day)))

        #expect(bucket.start.description == start)
        #expect(bucket.end.description == end)
        #expect(bucket.label == label)
    }

    @Test(arguments: Interval.allCases, WeekStart.allCases)
    func `buckets cover every day once`(interval: Interval, weekStart: WeekStart) throws {
        let first = try #require(CivilDate(1969, 1, 1))
        var bucket = interval.bucket(containing: first, weekStart: weekStart)

        for day in first...first.advanced(by: 1500) {
            if day > bucket.end {
                let next = interval.bucket(after: bucket, weekStart: weekStart)
                #expect(next.start == bucket.end.advanced(by: 1))
                #expect(interval.bucket(before: next, weekStart: weekStart) == bucket)
                bucket = next
            }
            #expect(interval.bucket(containing: day, weekStart: weekStart) == bucket)
        }
    }
}
