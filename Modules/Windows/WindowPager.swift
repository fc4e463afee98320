package import CivilTime

/// A request for a page.
package struct PageRequest: Hashable, Sendable {
    /// Nil for a load of the whole window.
    package let direction: PageDirection?
    package let page: DayWindow
    /// Responses of an earlier generation are ignored.
    package let generation: Int
}

/// The loaded days of a scrolling chart and its page requests.
///
/// At most one request per direction is in flight. Pages are merged by day on arrival, a failed page
/// changes
/// nothing, and a refresh invalidates requests in flight. Days without a row are gaps.
package struct WindowPager<Row: Sendable>: Sendable {
    package let rules: PagingRules
    package private(set) var today: CivilDate
    /// The first day with data; nil while unknown.
    package var firstSample: CivilDate?
    package private(set) var window: DayWindow

    /// Loaded rows by day. While a request is in flight, rows outside of the window are retained, so that
    /// the
    /// requested page leaves no gap.
    private var rows: [CivilDate: Row] = [:]
    private var inFlight: [PageDirection: PageRequest] = [:]
    private var boundaries = BoundaryMemory<CivilDate>()
    private var generation = 0

    /// Creates a pager with the first window, or with a previous window.
    package init(
        today: CivilDate, window: DayWindow? = nil, firstSample: CivilDate? = nil,
        rules: PagingRules = PagingRules()
    ) {
        self.rules = rules
        self.today = today
        self.firstSample = firstSample
        self.window = window ?? rules.initialWindow(today: today)
    }

    /// The row of each day of the window; nil without data.
    package var days: [(date: CivilDate, row: Row?)] {
        window.days.map { ($0, rows[$0]) }
    }

    package func isLoading(_ direction: PageDirection) -> Bool {
        inFlight[direction] != nil
    }

    /// True if there can be more days in the direction.
    package func hasMore(_ direction: PageDirection) -> Bool {
        rules.page(direction, of: window, firstSample: firstSample, today: today) != nil
    }

    /// The request for the whole window.
    package var reload: PageRequest {
        PageRequest(direction: nil, page: window, generation: generation)
    }

    /// Creates the request for the next page; nil if one is in flight or there are no days in the
    /// direction.
    package mutating func request(_ direction: PageDirection) -> PageRequest? {
        guard inFlight[direction] == nil,
            let page = rules.page(direction, of: window, firstSample: firstSample, today: today)
        else { return nil }
        let request = PageRequest(direction: direction, page: page, generation: generation)
        inFlight[direction] = request
        return request
    }

    /// Handles scrolling to `leftEdge`: requests the pages near the screen, once per boundary.
    package mutating func scroll(to leftEdge: CivilDate) -> [PageRequest] {
        PageDirection.allCases.compactMap { direction in
            rules.isNear(direction, leftEdge: leftEdge, in: window)
                ? approachBoundary(direction) : nil
        }
    }

    /// Handles the approach of a boundary: requests a page, once per boundary.
    package mutating func approachBoundary(_ direction: PageDirection) -> PageRequest? {
        let boundary = direction == .older ? window.earliest : window.latest
        guard inFlight[direction] == nil, boundaries.shouldRequest(direction, at: boundary) else {
            return nil
        }
        return request(direction)
    }

    /// Merges an arrived page. A page that a refresh invalidated is ignored.
    package mutating func finish(_ request: PageRequest, rows arrived: [CivilDate: Row] = [:]) {
        guard request.generation == generation else { return }
        if let direction = request.direction {
            guard inFlight[direction] == request else { return }
            inFlight[direction] = nil
            window = rules.window(window, extendedBy: request.page, direction)
        }
        for (date, row) in arrived where request.page.days.contains(date) { rows[date] = row }
        if inFlight.isEmpty {
            rows = rows.filter { window.days.contains($0.key) }
        }
    }

    /// Handles a failed request. Data is unchanged, and the same boundary can request a page again.
    ///
    /// - Returns: True if the failure should be shown: a load of the whole window failed and there is no
    /// data.
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

    /// Resets to the first window, possibly on a new day.
    ///
    /// - Returns: The request for the whole window.
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
