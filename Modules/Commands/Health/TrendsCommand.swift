import ArgumentParser
import Contracts
import Presentation
import RPC
import Tracker

/// The options of `trends` and `chart`.
struct TrendOptions: ParsableArguments {
    @OptionGroup var trend: TrendArgument

    @Option(
        help: "Group by auto, day, week, month, quarter, half or year; remembered until auto.",
        completion: .list(["auto", "day", "week", "month", "quarter", "half", "year"]))
    var interval: String?

    @OptionGroup var range: DateRangeOptions

    @Option(
        name: .customLong("week-start"),
        help: "Start weeks on monday, sunday or saturday (default: by the setting weekStart).",
        completion: .list(["monday", "sunday", "saturday"]))
    var weekStart: String?

    @Option(
        help: "Compare with the previous period: previous.",
        completion: .list(["previous"]))
    var compare: String?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var zoneOption: ZoneOption

    @Option(
        help: ArgumentHelp(
            "Forecast DAYS days, 1 to 90, with intervals (default: none).", valueName: "days"))
    var predict: Int?

    /// True if an option limits the days.
    var isRanged: Bool { range.isLimited || asOf.on != nil }

    var request: Insights.TrendsRequest {
        Insights.TrendsRequest(
            name: trend.name, interval: interval, from: range.from, to: range.to,
            weekStart: weekStart,
            compare: compare, on: asOf.on, zone: zoneOption.zone, predict: predict)
    }
}

struct TrendsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "trends", abstract: "Show averages of a metric by day, week … or year.",
        discussion: """
            EXAMPLES:
              dayline trends steps
              dayline trends restingHeartRate --interval month --from 2026-01-01
              dayline trends steps --interval quarter --compare previous
            """)

    @OptionGroup var options: TrendOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        var request = options.request
        // The table shows no daily values.
        if !context.output.isJSON { request.daily = false }
        let client = try context.bus()
        try await context.storeInterval(of: request, client)
        let reply = try await client.call(
            Insights.trends.verbatim, request, context.options())
        try context.output.result(reply) {
            $0.text(isRanged: options.isRanged, context.output)
        }
        return .done
    }
}

extension CommandContext {
    /// Stores the interval of a request for later requests, if it has one.
    func storeInterval(of request: Insights.TrendsRequest, _ client: Client) async throws {
        guard request.interval != nil else { return }
        _ = try await client.call(Insights.setInterval, request, options())
    }
}

extension Insights.TrendsResponse {
    /// - Throws: INVALID_ARGUMENT if the trend has only text answers.
    func requireNumbers() throws(Status) {
        guard !series.isEmpty, !hasNumbers else { return }
        throw Status(
            .invalidArgument, "\"\(metric)\" has answers, not numbers.",
            hint: "Show the latest answers with: dayline trends \(quoted(metric))")
    }
}
