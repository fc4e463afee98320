import CivilTime
import Testing
import Windows

struct WindowPagerTests {
    private let today = day("2026-01-20")

    private func window(_ earliest: String, _ latest: String) -> DayWindow {
        DayWindow(earliest: day(earliest), latest: day(latest))
    }

    @Test func `the first load is 21 days that end today, of which 14 are visible`() {
        let rules = PagingRules()
        let first = rules.initialWindow(today: today)

        #expect(first == window("2025-12-31", "2026-01-20"))
        #expect(first.dayCount == 21)
        #expect(rules.visibleWindow(of: first) == window("2026-01-07", "2026-01-20"))
    }

    @Test func `paging back and forth retains at most 42 days and never passes today`() throws {
        var pager = WindowPager<Int>(today: today)
        let walk: [(PageDirection, String, String)] = [
            (.older, "2025-12-17", "2026-01-20"), (.older, "2025-12-03", "2026-01-13"),
            (.older, "2025-11-19", "2025-12-30"), (.newer, "2025-12-03", "2026-01-13"),
            (.newer, "2025-12-10", "2026-01-20"),
        ]

        for (direction, earliest, latest) in walk {
            let request = try nextRequest(direction, &pager)
            pager.finish(request)
            #expect(pager.window == window(earliest, latest))
        }
        let beyond = pager.request(.newer)
        #expect(beyond == nil)
        #expect(!pager.hasMore(.newer))
    }

    @Test func `a newer page ends today`() throws {
        var pager = WindowPager<Int>(today: today, window: window("2025-12-21", "2026-01-17"))

        let request = try nextRequest(.newer, &pager)
        pager.finish(request)

        #expect(request.page == window("2026-01-18", "2026-01-20"))
        #expect(pager.window == window("2025-12-21", "2026-01-20"))
    }

    @Test func `a second request of a direction is not sent while one is in flight`() {
        var pager = WindowPager<Int>(today: today)

        let requests = [pager.request(.older), pager.request(.older)].compactMap(\.self)

        #expect(requests.count == 1)
        #expect(pager.isLoading(.older))
        #expect(!pager.isLoading(.newer))
        #expect(pager.window.dayCount == 21)
    }

    @Test func `older pages end at the first day with data`() throws {
        var pager = WindowPager<Int>(
            today: today, window: window("2026-01-01", "2026-01-20"),
            firstSample: day("2025-12-28"))

        pager.finish(try nextRequest(.older, &pager))

        #expect(pager.window == window("2025-12-28", "2026-01-20"))
        #expect(!pager.hasMore(.older))
        let beyond = pager.request(.older)
        #expect(beyond == nil)
    }

    @Test(arguments: [true, false])
    func `pages of both directions are merged in either order`(olderFirst: Bool) throws {
        var pager = WindowPager<Int>(today: today, window: window("2025-12-18", "2025-12-31"))
        pager.finish(pager.reload, rows: rows(pager.window))
        let older = try nextRequest(.older, &pager)
        let newer = try nextRequest(.newer, &pager)

        for request in olderFirst ? [older, newer] : [newer, older] {
            pager.finish(request, rows: rows(request.page))
        }

        #expect(pager.window == window("2025-12-04", "2026-01-14"))
        #expect(pager.days.allSatisfy { $0.row == Int($0.date.days) })
        #expect(!pager.isLoading(.older) && !pager.isLoading(.newer))
    }

    @Test func `a page adjacent to dropped days leaves no gap`() throws {
        var pager = WindowPager<Int>(today: today, window: window("2025-11-01", "2025-12-12"))
        pager.finish(pager.reload, rows: rows(pager.window))
        let older = try nextRequest(.older, &pager)
        let newer = try nextRequest(.newer, &pager)

        pager.finish(older, rows: rows(older.page))
        #expect(pager.window == window("2025-10-18", "2025-11-28"))
        pager.finish(newer, rows: rows(newer.page))

        #expect(pager.window == window("2025-11-15", "2025-12-26"))
        #expect(pager.days.allSatisfy { $0.row == Int($0.date.days) })
    }

    @Test func `a refresh resets the window and invalidates pages in flight`() throws {
        var pager = WindowPager<Int>(today: today, window: window("2025-12-17", "2026-01-20"))
        let late = try nextRequest(.older, &pager)

        let reload = pager.refresh()
        pager.finish(late, rows: rows(late.page))

        #expect(reload.page == window("2025-12-31", "2026-01-20"))
        #expect(pager.window == reload.page)
        #expect(pager.days.allSatisfy { $0.row == nil })
        pager.finish(reload, rows: rows(reload.page))
        #expect(pager.days.allSatisfy { $0.row != nil })
    }

    @Test func `after a failure the same boundary requests again`() throws {
        var pager = WindowPager<Int>(today: today)

        let requests = [pager.approachBoundary(.older), pager.approachBoundary(.older)].compactMap(
            \.self)
        #expect(requests.count == 1)
        let isShown = pager.fail(try #require(requests.first))

        #expect(!isShown)
        #expect(!pager.isLoading(.older))
        #expect(pager.window == PagingRules().initialWindow(today: today))
        let again = pager.approachBoundary(.older)
        #expect(again != nil)
    }

    @Test func `a failure is shown if there is no data`() {
        var empty = WindowPager<Int>(today: today)
        var filled = empty
        filled.finish(filled.reload, rows: rows(filled.window))

        let shown = [empty.fail(empty.reload), filled.fail(filled.reload)]

        #expect(shown == [true, false])
    }

    @Test func `a scroll requests the page on the near side`() {
        var pager = WindowPager<Int>(
            today: day("2026-03-20"), window: window("2025-12-31", "2026-02-10"))

        let requests = ["2026-01-15", "2026-01-05", "2026-01-23", "2026-01-23"].map {
            pager.scroll(to: day($0)).map(\.direction)
        }

        #expect(requests == [[], [.older], [.newer], []])
    }

    private func nextRequest(
        _ direction: PageDirection, _ pager: inout WindowPager<Int>
    ) throws -> PageRequest {
        let request = pager.request(direction)
        return try #require(request)
    }

    private func rows(_ window: DayWindow) -> [CivilDate: Int] {
        Dictionary(uniqueKeysWithValues: window.days.map { ($0, Int($0.days)) })
    }
}

func day(_ text: String) -> CivilDate {
    guard let date = CivilDate(text) else { preconditionFailure("\(text) is not a day") }
    return date
}
