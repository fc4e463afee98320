package import CivilTime

/// The direction of scrolling.
package enum PageDirection: String, CaseIterable, Hashable, Sendable {
    case older, newer
}

/// The numbers of days that a scrolling chart shows, loads and retains.
package struct PagingRules: Hashable, Sendable {
    /// The number of days on the screen, equal to the size of a page.
    package let visibleDays: Int
    /// The distance from the end of the loaded days at which a page is requested.
    package let thresholdDays: Int

    /// `visibleDays` is clamped to 1 through 1000.
    package init(visibleDays: Int = 14, thresholdDays: Int = 5) {
        self.visibleDays = min(max(visibleDays, 1), 1000)
        self.thresholdDays = thresholdDays
    }

    /// One and a half screens, so that the first scroll finds loaded data.
    package var initialDays: Int { (visibleDays * 3 + 1) / 2 }
    package var pageDays: Int { visibleDays }
    package var maximumDays: Int { visibleDays * 3 }

    /// The first window, which ends with `today`.
    package func initialWindow(today: CivilDate) -> DayWindow {
        DayWindow(earliest: today.advanced(by: 1 - initialDays), latest: today)
    }

    /// The days on the screen if its right edge is the end of the window.
    package func visibleWindow(of window: DayWindow) -> DayWindow {
        DayWindow(
            earliest: max(window.earliest, window.latest.advanced(by: 1 - visibleDays)),
            latest: window.latest)
    }

    /// The page adjacent to a window.
    ///
    /// - Parameters:
    ///   - direction: The side of the window.
    ///   - window: The loaded days.
    ///   - firstSample: The first day with data, which limits older pages; nil if unknown.
    ///   - today: The last day, which limits newer pages.
    /// - Returns: Nil if there are no days in the direction.
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

    /// True if an edge of the screen is near the end of the loaded days on its side.
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

    /// The window extended by a page and cut on the other side to `maximumDays`.
    package func window(_ window: DayWindow, extendedBy page: DayWindow, _ direction: PageDirection)
        -> DayWindow
    {
        var extended = DayWindow(
            earliest: min(window.earliest, page.earliest), latest: max(window.latest, page.latest))
        let excess = extended.dayCount - maximumDays
        guard excess > 0 else { return extended }
        switch direction {
        case .older: extended.latest = extended.latest.advanced(by: -excess)
        case .newer: extended.earliest = extended.earliest.advanced(by: excess)
        }
        return extended
    }
}
