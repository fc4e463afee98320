import ArgumentParser
import CivilTime
import Contracts
import Glibc
import RPC

struct ChartCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "chart", abstract: "Draw a metric's trend in the terminal, or to a file.")

    @OptionGroup var options: TrendOptions
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let trends = try await session.bus().call(
            Insights.trends, options.question, session.options())
        try files.write(trends.picture, csv: trends.csv, session.output)
        try session.output.result(trends) {
            files.isWanted ? "" : drawing(trends, session.output)
        }
        return .done
    }

    private func drawing(_ trends: Insights.Trends, _ output: Output) -> String {
        guard !trends.series.isEmpty else {
            return "\(TrendText.heading(trends))\nNothing in this range."
        }
        var points: [TerminalChart.Point] = []
        var previous: Insights.Bucket?
        for bucket in trends.series {
            let follows = previous.map { $0.endDate.advanced(by: 1) == bucket.startDate } ?? false
            points.append(
                TerminalChart.Point(
                    position: Double(bucket.startDate.days), value: bucket.averageValue,
                    isConnected: follows, label: bucket.displayLabel))
            previous = bucket
        }
        let chart = TerminalChart(
            width: min(100, max(24, terminalWidth() - 14)), marksPoints: trends.interval == .day)
        return output.styled(TrendText.heading(trends), .bold) + "\n" + chart.text(points)
    }

    private func terminalWidth() -> Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return 80
        }
        return Int(size.ws_col)
    }
}
