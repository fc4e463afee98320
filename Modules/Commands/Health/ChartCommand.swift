import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC

struct ChartCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "chart", abstract: "Draw a metric's trend in the terminal, or to a file.",
        discussion: """
            Remarks about its days are drawn too; add one with dayline annotation add. A week of a \
            metric as bars, an area or a line is drawn by dayline window NAME --svg FILE, the six \
            health charts by dayline recovery --svg FILE, an activity's bars by dayline bars NAME.

            EXAMPLES:
              dayline chart weight
              dayline chart steps --interval week --svg steps.svg
              dayline chart steps --with sleepHours
            """)

    @OptionGroup var options: TrendOptions

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Another metric or activity in the same picture; may be repeated.", valueName: "name"),
        completion: .custom(NameCompletion.trends))
    var others: [String] = []

    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard others.count <= TrendChart.Overlay.tones.count else {
            throw ValidationError(
                "At most \(TrendChart.Overlay.tones.count) others fit into a picture.")
        }
    }

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let client = try session.bus()
        let main = try await client.call(
            Insights.trends, options.question, session.options())
        try main.requireNumbers()
        var trends = [main]
        for name in others {
            let other = try await other(name, beside: main, client, session)
            try other.requireNumbers()
            trends.append(other)
        }
        let notes = await annotations(of: trends, client, session)
        if files.isWanted {
            let picture = TrendPicture(
                main: main.inPercent, others: trends.dropFirst().map(\.inPercent),
                annotations: notes.map { ChartAnnotation(day: $0.date, text: $0.text) })
            try files.write(picture.picture, csv: picture.csv, session.output)
            if main.forecast?.isEmpty == true { session.output.printNotice(TrendText.tooFewDays) }
        }
        if others.isEmpty {
            try session.output.result(main) { text(trends, notes, session.output) }
        } else {
            try session.output.result(ChartList(trends: trends)) {
                text(trends, notes, session.output)
            }
        }
        return .done
    }

    private struct ChartList: Encodable {
        var trends: [Insights.TrendsResponse]
    }

    /// Another series over the same days: by the same interval, unless its data does not allow it.
    private func other(
        _ name: String, beside main: Insights.TrendsResponse, _ client: Client,
        _ session: CommandContext
    ) async throws -> Insights.TrendsResponse {
        var question = options.question
        (question.name, question.compare, question.predict) = (name, nil, nil)
        question.from = question.from ?? main.series.first?.startDate
        question.to = question.to ?? main.series.last?.endDate
        question.remember = false
        question.interval = main.interval.rawValue
        do {
            return try await client.call(Insights.trends, question, session.options())
        } catch {
            guard Status(describing: error).code == .failedPrecondition else { throw error }
            question.interval = nil
            return try await client.call(Insights.trends, question, session.options())
        }
    }

    /// Remarks about the days of a chart, of no activity or of one that is drawn, earliest first. The
    /// chart stands without them.
    private func annotations(
        of trends: [Insights.TrendsResponse], _ client: Client, _ session: CommandContext
    ) async -> [Statistics.Annotation] {
        guard let first = trends[0].series.first?.startDate,
            let last = trends[0].series.last?.endDate
        else { return [] }
        do {
            let all = try await client.call(
                Statistics.annotations, Statistics.AsOfRequest(), session.options())
            let names = Set(trends.map(\.metric))
            return all.annotations.filter { note in
                (first...last).contains(note.date) && note.activity.map(names.contains) ?? true
            }.sorted { $0.date < $1.date }
        } catch {
            session.output.printNotice("Without remarks: \(Status(describing: error).message)")
            return []
        }
    }

    private func text(
        _ trends: [Insights.TrendsResponse], _ notes: [Statistics.Annotation], _ output: Output
    ) -> String {
        guard !files.isWanted else { return "" }
        return (trends.map { drawing($0.inPercent, output) } + notes.map(\.line)).joined(
            separator: "\n")
    }

    private func drawing(_ trends: Insights.TrendsResponse, _ output: Output) -> String {
        guard !trends.series.isEmpty else {
            return TrendText.empty(trends, isRanged: options.isRanged)
        }
        var points: [TerminalChart.Point] = []
        var previous: Insights.Bucket?
        for bucket in trends.series {
            guard let average = bucket.averageValue else { continue }
            let follows = previous.map { $0.endDate.advanced(by: 1) == bucket.startDate } ?? false
            points.append(
                TerminalChart.Point(
                    position: Double(bucket.startDate.days), value: average,
                    isConnected: follows, label: bucket.displayLabel))
            previous = bucket
        }
        let chart = TerminalChart(
            width: min(100, max(24, terminalWidth() - 14)),
            hasPointMarkers: trends.interval == .day,
            bounds: trends.axisBounds)
        return
            ([output.styled(TrendText.heading(trends), .bold), chart.text(points)]
            + [TrendText.sources(trends.sources), ComparisonText(trends)?.text(output)]
            .compactMap(\.self) + (trends.forecast.map { [TrendText.forecastText($0)] } ?? []))
            .joined(separator: "\n")
    }
}
