import Contracts
import Presentation
import RPC
import Texts

/// The routes of the report of a period.
package enum ReportRoutes {
    package static let routes: [WebRoute] = [
        WebRoute(.get, "/report") { .page(try await page($0)) },
        WebRoute(.get, "/report/:file") { try await file($0) },
    ]

    /// Pictures of the days of metrics take as long as those of a trend.
    private static let timeout = Duration.seconds(20)

    private static func page(_ request: WebRequest) async throws -> Page {
        let period = try period(request.query["period"] ?? "week")
        async let today = request.call(Journal.day, Journal.DayRequest()).today
        let report = try await report(period, request)
        return ReportPage(period: period, report: report, today: try await today).page
    }

    private static func file(_ request: WebRequest) async throws -> WebReply {
        let parts = (request.parameters["file"] ?? "").split(separator: ".")
        guard parts.count == 2, let kind = ReportFile(rawValue: String(parts[1])) else {
            throw Status(
                .notFound, "There is no such file of a report.",
                hint: "Use the links of the page Report.")
        }
        let report = try await report(try period(String(parts[0])), request)
        // A file has other readers than its visitor.
        return try TextLocale.$current.withValue(nil) { try kind.reply(report.document) }
    }

    private static func report(
        _ period: ReportPage.Period, _ request: WebRequest
    ) async throws -> Insights.ReportResponse {
        try await request.call(
            Insights.report,
            Insights.ReportRequest(
                period: period.rawValue, on: try request.day("on"),
                daily: Insights.ReportResponse.drawnMetrics),
            timeout: timeout)
    }

    private static func period(_ text: String) throws(Status) -> ReportPage.Period {
        guard let period = ReportPage.Period(rawValue: text) else {
            throw Status(
                .invalidArgument, "\"\(text)\" is not a period of a report.",
                hint: "Use week, month or year.")
        }
        return period
    }
}
