import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracking

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

    var question: Insights.AskTrends {
        Insights.AskTrends(
            name: name, interval: interval, from: from, to: to, weekStart: weekStart,
            compare: compare, on: on, zone: zone, predict: predict)
    }
}

struct TrendsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "trends", abstract: "How a metric goes: averages by day, week … or year.")

    @OptionGroup var options: TrendOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        var question = options.question
        // The table has no days.
        if !session.output.isJSON { question.daily = false }
        let reply = try await session.bus().call(
            Insights.trends.verbatim, question, session.options())
        try session.output.result(reply) { TrendText.table($0, session.output) }
        return .done
    }
}

/// A trend in words.
enum TrendText {
    static func heading(_ trends: Insights.Trends) -> String {
        let choice = trends.isAutomatic ? " (automatic)" : ""
        let stale = trends.stale ? ", newer samples are still being added up" : ""
        let name = NumberText.name(trends.metric, in: trends.unit)
        return "\(name), by \(trends.interval.rawValue)\(choice)\(stale)"
    }

    static func table(_ trends: Insights.Trends, _ output: Output) -> String {
        guard !trends.series.isEmpty else { return "\(heading(trends))\nNothing in this range." }
        var lines = [
            output.styled(heading(trends), .bold),
            trends.hasNumbers ? numbers(trends, output) : answers(trends, output),
        ]
        if let change = trends.change { lines.append(changeText(change, trends.unit, output)) }
        if let forecast = trends.forecast { lines.append(forecastText(forecast)) }
        let others = trends.availableIntervals.filter { $0 != trends.interval }.map(\.rawValue)
        if !others.isEmpty {
            lines.append(output.styled("Also by: \(others.joined(separator: ", "))", .dim))
        }
        return lines.joined(separator: "\n")
    }

    private static func numbers(_ trends: Insights.Trends, _ output: Output) -> String {
        var table = TextTable([
            (trends.interval.rawValue, .left), ("average", .right), ("min", .right),
            ("max", .right), ("sum", .right), ("days", .right), ("samples", .right), ("", .left),
        ])
        for bucket in trends.series {
            table.add(
                [bucket.displayLabel]
                    + [bucket.averageValue, bucket.minValue, bucket.maxValue, bucket.sum]
                    .map { $0.map(NumberText.short) ?? "-" }
                    + [
                        NumberText.count(bucket.days), NumberText.count(bucket.sampleCount),
                        bucket.partial ? "partial" : "",
                    ])
        }
        return table.text(output)
    }

    /// Of each bucket the answer that was given last.
    private static func answers(_ trends: Insights.Trends, _ output: Output) -> String {
        var table = TextTable([
            (trends.interval.rawValue, .left), ("latest", .left), ("on", .left), ("days", .right),
            ("", .left),
        ])
        for bucket in trends.series {
            table.add([
                bucket.displayLabel, bucket.latest?.text ?? "-",
                bucket.latestAt?.description ?? "-", NumberText.count(bucket.days),
                bucket.partial ? "partial" : "",
            ])
        }
        return table.text(output)
    }

    static let tooFewDays = "Too few days to tell where it leads."

    static func forecastText(_ forecast: [Insights.ForecastDay]) -> String {
        guard !forecast.isEmpty else { return tooFewDays }
        let days = forecast.map { day in
            "  \(day.date)  \(NumberText.short(day.value)), between "
                + "\(NumberText.short(day.low)) and \(NumberText.short(day.high))"
        }
        return (["It leads to:"] + days).joined(separator: "\n")
    }

    private static func changeText(
        _ change: Insights.Change, _ unit: String, _ output: Output
    ) -> String {
        let percent = change.percent.map { " (\(NumberText.percent($0)))" } ?? ""
        let text =
            "Against the period before: \(change.absolute > 0 ? "+" : "")"
            + "\(NumberText.short(change.absolute)) \(unit)\(percent)"
        return switch change.verdict {
        case "win": output.styled("\(text), a win", .green)
        case "loss": output.styled("\(text), a loss", .red)
        default: text
        }
    }
}

extension Insights.Trends {
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
