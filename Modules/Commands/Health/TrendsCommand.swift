import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

/// The question that `trends` and `chart` ask.
struct TrendOptions: ParsableArguments {
    @Argument(
        help: "The metric, such as stepCount.", completion: .custom(NameCompletion.trends))
    var name: String

    @Option(
        help: "auto, day, week, month, quarter, half or year; remembered until auto.",
        completion: .list(["auto", "day", "week", "month", "quarter", "half", "year"]))
    var interval: String?

    @Option(help: "The first day.")
    var from: CivilDate?

    @Option(help: "The last day.")
    var to: CivilDate?

    @Option(
        name: .customLong("week-start"), help: "monday, sunday or saturday.",
        completion: .list(["monday", "sunday", "saturday"]))
    var weekStart: String?

    @Option(
        help: "previous: with the change against the period before.",
        completion: .list(["previous"]))
    var compare: String?

    @Option(help: "The day that the question is asked on; today by default.")
    var on: CivilDate?

    @Option(help: "Fold in this time zone, for this answer only.")
    var zone: String?

    @Option(help: ArgumentHelp("So many days to come, with how sure they are.", valueName: "days"))
    var predict: Int?

    /// True if only a part of the days was asked for.
    var isRanged: Bool { from != nil || to != nil || on != nil }

    var question: Insights.TrendsRequest {
        Insights.TrendsRequest(
            name: name, interval: interval, from: from, to: to, weekStart: weekStart,
            compare: compare, on: on, zone: zone, predict: predict)
    }
}

struct TrendsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "trends", abstract: "How a metric goes: averages by day, week … or year.",
        discussion: """
            EXAMPLES:
              dayline trends steps
              dayline trends restingHeartRate --interval month --from 2026-01-01
              dayline trends steps --interval quarter --compare previous
            """)

    @OptionGroup var options: TrendOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        var question = options.question
        // The table has no days.
        if !session.output.isJSON { question.daily = false }
        let reply = try await session.bus().call(
            Insights.trends.verbatim, question, session.options())
        try session.output.result(reply) {
            TrendText.table($0, isRanged: options.isRanged, session.output)
        }
        return .done
    }
}

extension Insights.TrendsResponse {
    /// Whether it is of numbers, and not of answers in words.
    var hasNumbers: Bool { series.contains { $0.averageValue != nil } }

    /// - Throws: INVALID_ARGUMENT where there is nothing to draw.
    func requireNumbers() throws(Status) {
        guard !series.isEmpty, !hasNumbers else { return }
        throw Status(
            .invalidArgument, "\"\(metric)\" has answers, not numbers.",
            hint: "See the latest ones with: dayline trends \(quoted(metric))")
    }
}
