import CivilTime
import Contracts
import RPC

/// The routes of the health page and of the days of its strips.
package enum HealthRoutes {
    package static let routes = [
        WebRoute(.get, "/health") { try await show($0) },
        WebRoute(.get, "/api/v1/window") { try await window($0) },
    ]

    private static func show(_ request: WebRequest) async throws -> WebReply {
        async let day = request.part("the current day") { () async throws(Status) in
            try await today(request)
        }
        let listing = await request.part("the list of metrics") { () async throws(Status) in
            try await request.call(Insights.metrics, Insights.MetricsRequest()).metrics
        }
        let metrics = (try? listing.get()) ?? []
        let first = Dictionary(
            metrics.compactMap { metric in metric.firstDay.map { (metric.metric, $0) } }
        ) { first, _ in first }
        let others = Strip.others(metrics)
        let showsAll = request.query[HealthStripsPage.allField] != nil
        let strips = Strip.fixed + (showsAll ? others : Array(others.prefix(Strip.otherLimit)))
        var places: [String: StripPlace] = [:]
        for strip in strips { places[strip.name] = try StripPlace(of: strip, in: request) }
        let windows = await windows(of: strips, places, request)
        let loaded = zip(strips, windows).map { strip, window in
            LoadedStrip(strip: strip, window: window, first: first[strip.metric])
        }
        return .page(
            HealthStripsPage(
                strips: loaded, places: places, today: try currentDay(await day, or: loaded),
                problem: listing.failure, otherCount: others.count, showsAll: showsAll
            ).page)
    }

    /// The current day; if it could not be read, the newest day of the strips.
    /// - Throws: The failure of the current day if no strip could be read either.
    private static func currentDay(
        _ day: Result<CivilDate, Status>, or strips: [LoadedStrip]
    ) throws(Status) -> CivilDate {
        do {
            return try day.get()
        } catch {
            guard let newest = strips.compactMap(\.latest).max() else { throw error }
            return newest
        }
    }

    /// The current day of the profile: the last of the newest window.
    static func today(_ request: WebRequest) async throws(Status) -> CivilDate {
        let window = try await request.call(
            Insights.window, Insights.WindowRequest(name: "metric:stepCount", visible: 1))
        guard let today = window.latest else {
            throw Status(.internal, "The window of the newest days is empty.")
        }
        return today
    }

    /// The windows in the order of the strips.
    private static func windows(
        of strips: [Strip], _ places: [String: StripPlace], _ request: WebRequest
    ) async -> [Result<Insights.WindowResponse, Status>] {
        await withTaskGroup(
            of: (Int, Result<Insights.WindowResponse, Status>).self
        ) { group in
            for (index, strip) in strips.enumerated() {
                let place = places[strip.name]
                group.addTask { (index, await window(of: strip, at: place, request)) }
            }
            var windows: [Int: Result<Insights.WindowResponse, Status>] = [:]
            for await (index, window) in group { windows[index] = window }
            return strips.indices.map { index in
                windows[index] ?? .failure(Status(.cancelled, "The request was cancelled."))
            }
        }
    }

    /// The days at a place; the newest ones if the place has none.
    private static func window(
        of strip: Strip, at place: StripPlace?, _ request: WebRequest
    ) async -> Result<Insights.WindowResponse, Status> {
        var window = Insights.WindowRequest(name: "metric:\(strip.metric)")
        switch place {
        case .before(let day): window.before = day
        case .after(let day): window.after = day
        case nil: break
        }
        let placed = window
        return await request.part(strip.title) { () async throws(Status) in
            let response = try await request.call(Insights.window, placed)
            guard response.days.isEmpty, place != nil else { return response }
            return try await request.call(
                Insights.window, Insights.WindowRequest(name: placed.name))
        }
    }

    /// The days of a metric as JSON.
    private static func window(_ request: WebRequest) async throws -> WebReply {
        guard let name = request.query["metric"], !name.isEmpty else {
            throw Status(
                .invalidArgument, "The query has no metric.", hint: "Add ?metric=stepCount.")
        }
        var window = Insights.WindowRequest(name: Strip.subject(name))
        window.before = try request.day("before")
        window.after = try request.day("after")
        if let text = request.query["visible"] {
            guard let visible = Int(text), visible > 0 else {
                throw Status(
                    .invalidArgument, "\"\(text)\" is not a number of days.",
                    hint: "Write visible=14.")
            }
            window.visible = visible
        }
        return try .json(try await request.call(Insights.window, window))
    }
}

extension Result where Failure == Status {
    /// The failure; nil: a success.
    var failure: Status? {
        if case .failure(let status) = self { status } else { nil }
    }
}

extension WebReply {
    /// A message as a JSON document.
    static func json(_ message: some Encodable) throws -> WebReply {
        .document(
            type: "application/json", bytes: try JSONBody.encode(message).array(of: UInt8.self))
    }
}
