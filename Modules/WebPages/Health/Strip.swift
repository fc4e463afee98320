import Charts
import CivilTime
import Contracts
import Presentation
import RPC
import Windows

/// A chart of the health page that scrolls by days.
struct Strip {
    /// The name in queries: that of a strip of ``fixed``, else `metric:KEY`.
    var name: String
    /// The key of the metric.
    var metric: String
    var title: String
    var section: Section
    var kind: HealthChart.Kind
    var tone: Tone

    enum Section: String, CaseIterable {
        case activity, recovery, vitals, more

        var heading: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    /// The charts that are always on the page: the six of ``HealthChart``, steps and weight.
    static let fixed: [Strip] =
        HealthChart.allCases.map { chart in
            Strip(
                name: chart.rawValue, metric: chart.metric, title: chart.title,
                section: Section(rawValue: chart.section.lowercased()) ?? .more,
                kind: chart.kind, tone: Tone(rawValue: chart.colour) ?? .accent)
        } + [
            Strip(
                name: "steps", metric: "stepCount", title: "Steps", section: .activity, kind: .bar,
                tone: .accent),
            Strip(
                name: "weight", metric: "bodyMass", title: "Weight", section: .vitals, kind: .line,
                tone: .accent),
        ]

    /// The number of other metrics on the page at first, each of which is a call to the service.
    static let otherLimit = 6

    /// The number of other metrics on the page that shows all of them.
    static let allLimit = 100

    /// The metrics with the newest data among the others; categories have no numbers.
    static func others(_ metrics: [Insights.Metric], limit: Int = allLimit) -> [Strip] {
        let known = Set(fixed.map(\.metric))
        return
            metrics
            .filter {
                !known.contains($0.metric) && $0.kind != "category"
                    && $0.lastDay != nil
            }
            .sorted {
                ($0.lastDay ?? .distantPast, $0.samples) > ($1.lastDay ?? .distantPast, $1.samples)
            }
            .prefix(limit)
            .map { metric in
                Strip(
                    name: "metric:\(metric.metric)", metric: metric.metric,
                    title: MetricTitle.title(metric.metric), section: .more,
                    kind: metric.kind == "discrete" ? .line : .bar,
                    tone: .accent)
            }
    }

    /// The identifier of the element.
    var elementID: String { "strip-\(name.replacing(":", with: "-"))" }

    /// The name of a metric for the service. That of a strip is exact; any other is found like in
    /// commands.
    static func subject(_ name: String) -> String {
        fixed.first { $0.name == name }.map { "metric:\($0.metric)" } ?? name
    }
}

/// A strip with its days.
struct LoadedStrip {
    var strip: Strip
    var window: Result<Insights.WindowResponse, Status>
    /// The first day with data; nil: unknown.
    var first: CivilDate?

    /// The newest day of the window; nil: the window could not be read or has no days.
    var latest: CivilDate? { (try? window.get())?.latest }

    /// True if the metric has no data on any day.
    var isEmpty: Bool {
        guard case .success(let window) = window else { return false }
        return !window.hasOlder && window.days.allSatisfy { $0.value == nil }
    }
}
