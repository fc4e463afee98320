package import CivilTime

/// The direction of scrolling.
package enum PageDirection: String, CaseIterable, Hashable, Sendable {
    case older, newer
}

/// The numbers of days that a scrolling chart loads.
package struct PagingRules: Hashable, Sendable {
    /// The number of days on the screen, equal to the size of a page.
    package let visibleDays: Int

    /// `visibleDays` is clamped to 1 through 1000.
    package init(visibleDays: Int = 14) {
        self.visibleDays = min(max(visibleDays, 1), 1000)
    }

    /// One and a half screens, so that the first scroll finds loaded data.
    package var initialDays: Int { (visibleDays * 3 + 1) / 2 }

    /// The first window, which ends with `today`.
    package func initialWindow(today: CivilDate) -> DayWindow {
        DayWindow(earliest: today.advanced(by: 1 - initialDays), latest: today)
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
            let start = window.earliest.advanced(by: -visibleDays)
            let earliest = firstSample.map { max($0, start) } ?? start
            return earliest <= latest ? DayWindow(earliest: earliest, latest: latest) : nil
        case .newer:
            let earliest = window.latest.advanced(by: 1)
            let latest = min(window.latest.advanced(by: visibleDays), today)
            return earliest <= latest ? DayWindow(earliest: earliest, latest: latest) : nil
        }
    }
}
