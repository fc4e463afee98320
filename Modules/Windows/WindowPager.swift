package import CivilTime

/// A page that was asked for.
package struct PageRequest: Hashable, Sendable {
    /// Nil for the first load.
    package let direction: PageDirection?
    package let page: DayWindow
    /// Answers of an earlier generation come too late.
    package let generation: Int
}

/// What a scrolling chart has loaded, and what it asks for as it is scrolled.
///
/// Each direction has a request of its own under way at most. Pages are merged by day into what is
/// there when they arrive, a failed page changes nothing, and a refresh makes pages that are still
/// under way void. Days without a row are gaps.
package struct WindowPager<Row: Sendable>: Sendable {
    package let rules: PagingRules
    package private(set) var today: CivilDate
    /// The first day with data; nil while unknown.
    package var firstSample: CivilDate?
    package private(set) var window: DayWindow

    /// What has arrived. While a page is under way it may reach beyond the window, so that a page
    /// that was asked for beside days since dropped does not leave a hole.
    private var rows: [CivilDate: Row] = [:]
    private var inFlight: [PageDirection: PageRequest] = [:]
    private var boundaries = BoundaryMemory<CivilDate>()
    private var generation = 0

    /// Starts with the first window, or with one that was left earlier.
    package init(
        today: CivilDate, window: DayWindow? = nil, firstSample: CivilDate? = nil,
        rules: PagingRules = PagingRules()
    ) {
        self.rules = rules
        self.today = today
        self.firstSample = firstSample
        self.window = window ?? rules.initialWindow(today: today)
    }

    /// The row of each day of the window, nil where nothing is known.
    package var days: [(date: CivilDate, row: Row?)] {
        window.days.map { ($0, rows[$0]) }
    }

    package func isLoading(_ direction: PageDirection) -> Bool {
        inFlight[direction] != nil
    }

    /// Whether there may be days that way.
    package func hasMore(_ direction: PageDirection) -> Bool {
        rules.page(direction, of: window, firstSample: firstSample, today: today) != nil
    }

    /// The load of the whole window, as on start.
    package var reload: PageRequest {
        PageRequest(direction: nil, page: window, generation: generation)
    }

    /// Asks for the next page; nil when one is under way, or there is nothing that way.
    package mutating func request(_ direction: PageDirection) -> PageRequest? {
        guard inFlight[direction] == nil,
            let page = rules.page(direction, of: window, firstSample: firstSample, today: today)
        else { return nil }
        let request = PageRequest(direction: direction, page: page, generation: generation)
        inFlight[direction] = request
        return request
    }

    /// The screen was scrolled to `leftEdge`: asks for what comes near, once for each boundary.
    package mutating func scrolled(to leftEdge: CivilDate) -> [PageRequest] {
        PageDirection.allCases.compactMap { direction in
            rules.isNear(direction, leftEdge: leftEdge, in: window) ? approached(direction) : nil
        }
    }

    /// The boundary on that side came near: asks for a page, once for each boundary.
    package mutating func approached(_ direction: PageDirection) -> PageRequest? {
        let boundary = direction == .older ? window.earliest : window.latest
        guard inFlight[direction] == nil, boundaries.shouldRequest(direction, at: boundary) else {
            return nil
        }
        return request(direction)
    }

    /// A page arrived; one that a refresh made void changes nothing.
    package mutating func finish(_ request: PageRequest, rows arrived: [CivilDate: Row] = [:]) {
        guard request.generation == generation else { return }
        if let direction = request.direction {
            guard inFlight[direction] == request else { return }
            inFlight[direction] = nil
            window = rules.window(window, grownBy: request.page, direction)
        }
        for (date, row) in arrived where request.page.days.contains(date) { rows[date] = row }
        if inFlight.isEmpty {
            rows = rows.filter { window.days.contains($0.key) }
        }
    }

    /// A page failed: the data stays, and the same boundary may ask again.
    ///
    /// - Returns: Whether a person is to be told: only of the load of the whole window, when there is
    ///   nothing else to look at.
    @discardableResult
    package mutating func fail(_ request: PageRequest) -> Bool {
        guard let direction = request.direction else {
            return request.generation == generation && rows.isEmpty
        }
        guard inFlight[direction] == request else { return false }
        inFlight[direction] = nil
        boundaries.reset(direction)
        return false
    }

    /// Starts over with the first window, on a day that may be a new one.
    ///
    /// - Returns: The load to do.
    package mutating func refresh(today: CivilDate? = nil) -> PageRequest {
        self.today = today ?? self.today
        window = rules.initialWindow(today: self.today)
        rows = [:]
        inFlight = [:]
        boundaries = BoundaryMemory()
        generation += 1
        return reload
    }
}
