package import CivilTime

/// Which way a chart is scrolled.
package enum PageDirection: String, CaseIterable, Hashable, Sendable {
    case older, newer
}

/// How many days a scrolling chart shows, loads and keeps.
package struct PagingRules: Hashable, Sendable {
    /// Days on the screen, which is also a page.
    package let visibleDays: Int
    /// An edge this near to the end of what is loaded asks for more.
    package let thresholdDays: Int

    /// Fewer visible days than 1 are 1, more than 1000 are 1000.
    package init(visibleDays: Int = 14, thresholdDays: Int = 5) {
        self.visibleDays = min(max(visibleDays, 1), 1000)
        self.thresholdDays = thresholdDays
    }

    /// One and a half screens, so that the first scroll finds data.
    package var initialDays: Int { (visibleDays * 3 + 1) / 2 }
    package var pageDays: Int { visibleDays }
    package var maximumDays: Int { visibleDays * 3 }

    /// The first window: it ends today, which is the right edge of the screen.
    package func initialWindow(today: CivilDate) -> DayWindow {
        DayWindow(earliest: today.advanced(by: 1 - initialDays), latest: today)
    }

    /// The days on the screen when the right edge is the window's.
    package func visibleWindow(of window: DayWindow) -> DayWindow {
        DayWindow(
            earliest: max(window.earliest, window.latest.advanced(by: 1 - visibleDays)),
            latest: window.latest)
    }

    /// The page next to a window.
    ///
    /// - Parameters:
    ///   - direction: The side of the window.
    ///   - window: What is loaded.
    ///   - firstSample: The first day with data, beyond which no page goes; nil while unknown.
    ///   - today: The last day that there is.
    /// - Returns: Nil when there is nothing that way.
    package func page(
        _ direction: PageDirection, of window: DayWindow, firstSample: CivilDate?,
        today: CivilDate
    ) -> DayWindow? {
        switch direction {
        case .older:
            let latest = window.earliest.advanced(by: -1)
            let start = window.earliest.advanced(by: -pageDays)
            let earliest = firstSample.map { max($0, start) } ?? start
            return earliest <= latest ? DayWindow(earliest: earliest, latest: latest) : nil
        case .newer:
            let earliest = window.latest.advanced(by: 1)
            let latest = min(window.latest.advanced(by: pageDays), today)
            return earliest <= latest ? DayWindow(earliest: earliest, latest: latest) : nil
        }
    }

    /// Whether an edge of the screen is near the end of what is loaded on its side.
    package func isNear(
        _ direction: PageDirection, leftEdge: CivilDate, in window: DayWindow
    ) -> Bool {
        switch direction {
        case .older:
            return window.earliest.distance(to: leftEdge) <= thresholdDays
        case .newer:
            let rightEdge = leftEdge.advanced(by: visibleDays - 1)
            return rightEdge.distance(to: window.latest) <= thresholdDays
        }
    }

    /// The window grown by a page and cut on the other side to what may be kept.
    package func window(_ window: DayWindow, grownBy page: DayWindow, _ direction: PageDirection)
        -> DayWindow
    {
        var grown = DayWindow(
            earliest: min(window.earliest, page.earliest), latest: max(window.latest, page.latest))
        let excess = grown.dayCount - maximumDays
        guard excess > 0 else { return grown }
        switch direction {
        case .older: grown.latest = grown.latest.advanced(by: -excess)
        case .newer: grown.earliest = grown.earliest.advanced(by: excess)
        }
        return grown
    }
}
