import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC

struct ChartCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "chart", abstract: "Draw a metric's trend in the terminal or to a file.",
        discussion: """
            Annotations of its days are drawn too; add one with dayline annotation add. Other charts: \
            dayline window NAME --svg FILE (days of a metric), dayline recovery --svg FILE (six \
            health charts), dayline bars NAME --svg FILE (an activity).

            EXAMPLES:
              dayline chart weight
              dayline chart steps --interval week --svg steps.svg
              dayline chart steps --with sleepHours
            """)

    @OptionGroup var options: TrendOptions

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Draw another metric or activity in the same picture; repeatable.", valueName: "name"),
        completion: .custom(NameCompletion.trends))
    var others: [String] = []

    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        guard others.count <= TrendChart.Overlay.tones.count else {
            throw ValidationError(
                "--with is given \(others.count) times; a picture has at most "
                    + "\(TrendChart.Overlay.tones.count) other series.")
        }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        try await context.storeInterval(of: options.request, client)
        let main = try await client.call(
            Insights.trends, options.request, context.options())
        try main.requireNumbers()
        var trends = [main]
        for name in others {
            let other = try await other(name, beside: main, client, context)
            try other.requireNumbers()
            trends.append(other)
        }
        let notes = await annotations(of: trends, client, context)
        if files.isWanted {
            let picture = TrendPicture(
                main: main.inPercent, others: trends.dropFirst().map(\.inPercent),
                annotations: notes.map { ChartAnnotation(day: $0.date, text: $0.text) })
            try files.write(picture.picture, csv: picture.csv, context.output)
            if main.forecast?.isEmpty == true { context.output.printNotice(TrendText.tooFewDays) }
        }
        if others.isEmpty {
            try context.output.result(main) { text(trends, notes, context.output) }
        } else {
            try context.output.result(ChartList(trends: trends)) {
                text(trends, notes, context.output)
            }
        }
        return .done
    }

    private struct ChartList: Encodable {
        var trends: [Insights.TrendsResponse]
    }

    /// The trend of another name over the same days, by the same interval if its data allows it.
    private func other(
        _ name: String, beside main: Insights.TrendsResponse, _ client: Client,
        _ context: CommandContext
    ) async throws -> Insights.TrendsResponse {
        var request = options.request
        (request.name, request.compare, request.predict) = (name, nil, nil)
        request.from = request.from ?? main.series.first?.startDate
        request.to = request.to ?? main.series.last?.endDate
        request.interval = main.interval.rawValue
        do {
            return try await client.call(Insights.trends, request, context.options())
        } catch {
            guard Status(describing: error).code == .failedPrecondition else { throw error }
            request.interval = nil
            return try await client.call(Insights.trends, request, context.options())
        }
    }

    /// Annotations of the chart's days without an activity or with a drawn one, earliest first.
    /// Empty if they cannot be read.
    private func annotations(
        of trends: [Insights.TrendsResponse], _ client: Client, _ context: CommandContext
    ) async -> [Statistics.Annotation] {
        guard let first = trends[0].series.first?.startDate,
            let last = trends[0].series.last?.endDate
        else { return [] }
        do {
            let all = try await client.call(
                Statistics.annotations, Statistics.AsOfRequest(), context.options())
            let names = Set(trends.map(\.metric))
            return all.annotations.filter { note in
                (first...last).contains(note.date) && note.activity.map(names.contains) ?? true
            }.sorted { $0.date < $1.date }
        } catch {
            context.output.printNotice(
                "Annotations are not drawn: \(Status(describing: error).message)")
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
            let isConnected =
                previous.map { $0.endDate.advanced(by: 1) == bucket.startDate } ?? false
            points.append(
                TerminalChart.Point(
                    position: Double(bucket.startDate.days), value: average,
                    isConnected: isConnected, label: bucket.displayLabel))
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
