import ArgumentParser
import Charts
import CivilTime
import Contracts
import Presentation
import RPC

struct ChartCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "chart", abstract: "Draw a metric's trend in the terminal or to a file.",
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
        if files.hasFile {
            let picture = TrendPicture(trends, annotations: notes)
            try files.write(picture.picture, csv: picture.csv, context.output)
            if main.forecast?.isEmpty == true { context.output.printNotice(TrendText.tooFewDays) }
        }
        func text() -> String { files.hasFile ? "" : self.text(trends, notes, context.output) }
        if others.isEmpty {
            try context.output.result(main, text: text)
        } else {
            try context.output.result(ChartList(trends: trends), text: text)
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
        let width = terminalWidth()
        let drawings = trends.map { trend in
            trend.drawing(width: width, isRanged: options.isRanged, output)
        }
        return (drawings + notes.map(\.line)).joined(separator: "\n")
    }
}
