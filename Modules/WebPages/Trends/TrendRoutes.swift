import CivilTime
import Contracts
import Presentation
import RPC
import Texts
import Tracker

/// The routes of trends.
package enum TrendRoutes {
    package static let routes = [
        WebRoute(.get, "/trends") { try await list($0) },
        WebRoute(.get, "/trends/:name") { try await show($0) },
        WebRoute(.post, "/trends/:name/sources") { try await changeOrder($0) },
        WebRoute(.post, "/trends/:name/annotations") { try await addAnnotation($0) },
    ]

    private static func list(_ request: WebRequest) async throws -> WebReply {
        async let metrics = request.part("the metrics") { () async throws(Status) in
            try await request.call(Insights.metrics, Insights.MetricsRequest()).metrics
        }
        async let activities = request.part("the activities") { () async throws(Status) in
            try await request.call(Activities.list, Activities.ListRequest()).activities
        }
        async let streaks = request.part("the streaks") { () async throws(Status) in
            try await request.call(Statistics.streaks, Statistics.AsOfRequest()).streaks
        }
        return .page(
            TrendsPage(
                metrics: await metrics, activities: await activities, streaks: await streaks,
                search: request.query["q"] ?? ""
            ).page)
    }

    private static func segment(_ request: WebRequest) -> String {
        URLText.decoded(request.parameters["name"] ?? "")
    }

    private static func show(_ request: WebRequest) async throws -> WebReply {
        let segment = segment(request)
        if let (name, kind) = TrendDocument.kind(of: segment) {
            let selection = TrendSelection(name: name, in: request.query)
            if let (field, problem) = selection.problems.min(by: { $0.key < $1.key }) {
                throw Status(.invalidArgument, "\(field): \(problem)")
            }
            var document = selection.request
            document.compare = selection.isCompared ? "previous" : nil
            let trends = try await request.call(Insights.trends, document)
            let annotations = await annotations(of: trends, request)
            // A file has other readers than its visitor.
            return try TextLocale.$current.withValue(nil) {
                try TrendDocument(trends: trends, notes: try annotations.get()).reply(kind)
            }
        }
        let selection = TrendSelection(name: segment, in: request.query)
        return .page(try await page(selection, request))
    }

    private static func page(
        _ selection: TrendSelection, _ request: WebRequest, refused: TrendAnnotations.Refused? = nil
    ) async throws -> Page {
        async let toast = toast(request)
        var selection = selection
        var (read, problem) = try await trends(of: selection, request)
        if problem == nil, let half = selection.newerHalf(of: read) {
            let (newer, problem) = try await trends(of: half, request)
            if problem == nil { (read, selection) = (newer, half) }
        }
        let trends = read.localized
        async let sources = sources(of: trends, request)
        async let annotations = annotations(of: trends, request)
        let page = TrendPage(
            trends: trends, sources: await sources, annotations: await annotations,
            selection: selection,
            visitor: request.visitor, intervalProblem: problem, refusedAnnotation: refused)
        return page.page(toast: await toast)
    }

    /// The trend by the interval of the selection, or with the reason by the automatic interval if
    /// the data does not span enough days.
    private static func trends(
        of selection: TrendSelection, _ request: WebRequest
    ) async throws -> (Insights.TrendsResponse, problem: String?) {
        var trends = selection.request
        do {
            return (try await request.call(Insights.trends, trends), nil)
        } catch {
            guard error.code == .failedPrecondition, !selection.interval.isEmpty,
                selection.interval != "auto"
            else { throw error }
            trends.interval = "auto"
            return (try await request.call(Insights.trends, trends), error.message)
        }
    }

    /// The sources of the metric; nil if the trend is that of an activity.
    private static func sources(
        of trends: Insights.TrendsResponse, _ request: WebRequest
    ) async -> Result<Insights.SourcesResponse, Status>? {
        guard !trends.isActivity else { return nil }
        return await request.part("the sources of \(trends.metric)") {
            () async throws(Status) in
            try await request.call(
                Insights.sources, Insights.SourcesRequest(name: "metric:\(trends.metric)"))
        }
    }

    /// The annotations on the days of the trend, earliest first.
    private static func annotations(
        of trends: Insights.TrendsResponse, _ request: WebRequest
    ) async -> Result<[Statistics.Annotation], Status> {
        guard let first = trends.series.first?.startDate, let last = trends.series.last?.endDate
        else { return .success([]) }
        let all = await request.part("the annotations") { () async throws(Status) in
            try await request.call(Statistics.annotations, Statistics.AsOfRequest()).annotations
        }
        return all.map { annotations in
            annotations.filter { annotation in
                (first...last).contains(annotation.date)
                    && annotation.activity.map { $0 == trends.metric } ?? true
            }.sorted { $0.date < $1.date }
        }
    }

    /// The message after a change.
    private static func toast(_ request: WebRequest) async -> HTML {
        guard let days = request.query["ordered"].flatMap({ Int($0) }) else {
            return await Toast.html(request)
        }
        return element("p") {
            "The order of the sources is changed. "
                + "\(NumberText.days(days)) \(days == 1 ? "is" : "are") computed again."
        }
    }

    private static func changeOrder(_ request: WebRequest) async throws -> WebReply {
        let selection = TrendSelection(name: segment(request), in: request.form)
        let direction = try request.field("direction")
        let sources = try await request.call(
            Insights.sources, Insights.SourcesRequest(name: selection.name))
        var order: [String]? = []
        if direction != "reset" {
            order = TrendSources.order(
                sources.order, moving: try request.field("source"), direction)
        }
        if let order {
            _ = try await request.call(
                Sources.setOrder, Sources.SetOrderRequest(metric: sources.metric, order: order))
        }
        return .redirect(
            selection.path
                + URLText.query(selection.fields + [("ordered", "\(sources.spanInDays)")]))
    }

    private static func addAnnotation(_ request: WebRequest) async throws -> WebReply {
        let selection = TrendSelection(name: segment(request), in: request.form)
        let (date, text) = (request.form["date"] ?? "", request.form["text"] ?? "")
        var refused = TrendAnnotations.Refused(date: date, text: text, field: "", reason: "")
        if !date.isEmpty, CivilDate(date) == nil {
            refused.field = "date"
            refused.reason = "\"\(date)\" is not a day. Write days as 2026-11-22."
        } else if text.allSatisfy(\.isWhitespace) {
            refused.field = "text"
            refused.reason = "The annotation is empty. Write its text."
        } else {
            do {
                _ = try await request.call(
                    Statistics.annotate,
                    Statistics.AnnotateRequest(text: text, on: CivilDate(date)))
                return .redirect(
                    selection.path + URLText.query(selection.fields + [("done", "1")]))
            } catch {
                guard error.code == .invalidArgument else { throw error }
                refused.field = "text"
                refused.reason = error.message
            }
        }
        return .page(try await page(selection, request, refused: refused))
    }
}

extension Insights.SourcesResponse {
    /// The number of days from the first to the last sample.
    fileprivate var spanInDays: Int {
        guard let first = sources.map(\.firstDay).min(), let last = sources.map(\.lastDay).max()
        else { return 0 }
        return first.distance(to: last) + 1
    }
}

extension Insights.TrendsResponse {
    /// True for an activity: only its buckets have answers and days done.
    fileprivate var isActivity: Bool {
        isYesNo == true || kind == "category" || series.contains { $0.latest != nil }
    }
}
