package import Charts
import CivilTime
package import Contracts
import HealthMetrics
import Milestones
import Tracker
import Windows

extension Insights.ReportResponse {
    /// The metrics that the document draws, if their days are part of the response.
    package static let drawnMetrics =
        ["stepCount", HealthLinks.weightMetric] + HealthChart.allCases.map(\.metric)

    /// The report with its tables and pictures.
    package var document: Document { document(.file) }

    /// The report with its tables, and with pictures of a format.
    package func document(_ format: PictureFormat) -> Document {
        var blocks: [Document.Block] = [.paragraph(daysText)]
        if !days.isEmpty, !activities.isEmpty { blocks.append(.picture(heatMap(format))) }
        blocks.append(.heading("Activities"))
        if activities.isEmpty {
            blocks.append(.paragraph(Self.noActivities))
        } else {
            blocks.append(.table(activityTable))
            let streaks = activities.map(\.streakRow).filter { $0.longest > 0 }
            if !streaks.isEmpty {
                blocks.append(.picture(StreakChart(rows: streaks).picture(format)))
            }
        }
        blocks.append(.heading("Goals"))
        blocks.append(goals.isEmpty ? .paragraph(Self.noGoals) : .table(goalTable))
        if hasGoalMetrics { blocks.append(.table(goalMetricTable)) }
        blocks.append(.heading("Health"))
        if metrics.isEmpty {
            blocks.append(.paragraph(Self.noMetrics))
        } else {
            blocks.append(.table(metricTable))
            blocks += metrics.compactMap { picture($0, format) }.map { .picture($0) }
        }
        blocks.append(.heading("Milestones"))
        blocks += milestoneTexts.map { .paragraph($0) }
        return Document(title: title, blocks: blocks)
    }

    private func heatMap(_ format: PictureFormat) -> Picture {
        HeatMap(
            title: "Agenda",
            days: days.map {
                HeatMap.Day(
                    date: $0.date, state: $0.state(asOf: through, created: nil), rate: $0.rate)
            }, leastWidth: min(420, format.width)
        ).picture
    }

    /// The days of a metric of the period; nil without days.
    private func picture(
        _ metric: Insights.ReportMetric, _ format: PictureFormat
    ) -> Picture? {
        guard let daily = metric.daily, !daily.isEmpty else { return nil }
        let values = Dictionary(daily.map { ($0.date, $0.averageValue) }) { first, _ in first }
        return Insights.WindowResponse(
            metric: metric.metric, unit: metric.unit,
            days: (0...max(0, from.distance(to: through))).map { offset in
                let day = from.advanced(by: offset)
                return Insights.WindowResponse.Day(date: day, value: values[day])
            }, earliest: nil, latest: nil, hasOlder: false, hasNewer: false,
            averageOverDays: metric.average, version: 0, stale: stale
        ).picture(format)
    }
}

extension Statistics.PeriodActivity {
    fileprivate var streakRow: StreakChart.Row {
        StreakChart.Row(
            name: name, current: streak.current, longest: streak.longest, unit: streak.unit.rawValue
        )
    }
}
