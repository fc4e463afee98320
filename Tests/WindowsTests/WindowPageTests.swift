import CivilTime
import Testing
import Windows

struct WindowPageTests {
    private let today = day("2026-01-20")
    private let values = [day("2025-12-20"): 10.0, day("2026-01-10"): 20, day("2026-01-25"): 99]

    @Test func `the first page is the last 21 days with their gaps`() {
        let answer = WindowPage(values: values, today: today)

        #expect(answer.days.count == 21)
        #expect(answer.latest == today)
        #expect(answer.days.compactMap(\.value) == [20])
        #expect(answer.averageOverDays == 20)
        #expect(answer.hasOlder)
        #expect(!answer.hasNewer)
    }

    @Test func `pages follow one another back to the first day with data`() {
        let first = WindowPage(values: values, today: today)
        let page = WindowPage(
            values: values, request: .before(first.earliest ?? today), today: today)

        #expect(page.latest == day("2025-12-30"))
        #expect(page.earliest == day("2025-12-20"))
        #expect(!page.hasOlder)
        #expect(page.hasNewer)
        let beyond = WindowPage(values: values, request: .before(day("2025-12-20")), today: today)
        #expect(beyond.days.isEmpty)
        #expect(!beyond.hasOlder)
        #expect(beyond.hasNewer)
    }

    @Test func `a page has the number of visible days`() {
        let early = [day("2020-01-01"): 1.0]
        let rules = PagingRules(visibleDays: 30)

        let first = WindowPage(values: early, today: today, rules: rules)
        let page = WindowPage(
            values: early, request: .before(day("2026-01-01")), today: today, rules: rules)

        #expect(first.days.count == 45)
        #expect(page.days.count == 30)
        #expect(page.latest == day("2025-12-31"))
        #expect(page.averageOverDays == nil)
    }

    @Test(arguments: [
        ("2026-01-20", 0, false), ("2026-02-20", 0, false), ("2026-01-19", 1, false),
        ("2026-01-06", 14, false), ("2026-01-05", 14, true),
    ])
    func `newer pages end today`(after: String, count: Int, hasNewer: Bool) {
        let answer = WindowPage(values: values, request: .after(day(after)), today: today)

        #expect(answer.days.count == count)
        #expect(answer.hasNewer == hasNewer)
        #expect(answer.hasOlder)
    }

    @Test func `a page before a future day ends today`() {
        let answer = WindowPage(values: values, request: .before(day("2027-01-01")), today: today)

        #expect(answer.latest == today)
        #expect(answer.days.count == 14)
    }

    @Test func `without data the first page has days and there are no other pages`() {
        let first = WindowPage(values: [:], today: today)

        #expect(first.days.count == 21)
        #expect(!first.hasOlder)
        #expect(WindowPage(values: [:], request: .before(today), today: today).days.isEmpty)
    }
}

func day(_ text: String) -> CivilDate {
    guard let date = CivilDate(text) else { preconditionFailure("\(text) is not a day") }
    return date
}
