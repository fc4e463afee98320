import Contracts
import Presentation

/// The way from the samples of a day to its number.
struct DayArithmetic {
    struct Total {
        /// The kind of the metric: `cumulative`, `discrete`, `duration` or `category`.
        var kind: String
        var unit: String
        var day: Insights.DaysResponse.Total
    }

    /// Nil: the day has no total.
    let total: Total?
    /// The samples with the part of each that counts; nil if they cannot be read.
    let contributions: Insights.ContributionsResponse?
    /// True for a number that is computed from nights or workouts, not from samples of its own.
    let isDerived: Bool
    let format: MeasureFormat

    /// The number of the day; nil: none.
    var value: String? {
        total.flatMap { total in
            isSum ? format.short(total.day.sum) : total.day.average.map(format.short)
        }
    }

    /// The sources with the part of each that counts, highest priority first.
    private var sources: [Insights.ContributingSource] { contributions?.sources ?? [] }

    private var isSum: Bool { total?.kind != "discrete" }

    var html: HTML {
        card("why", "Why this number") {
            element("p") { sentence }
            if let total, isSum, sources.count > 1 {
                RowTable(
                    caption: "Sums by source",
                    columns: [
                        .text("Source"), .number("Sum of its samples"), .number("Counted"),
                    ],
                    rows: sources.map { source in
                        [
                            source.name, format.short(source.value),
                            source.counted.map(format.short) ?? "",
                        ]
                    },
                    total: ["Total", "", format.short(total.day.sum)])
            }
            if let range { element("p", ["class": "soft small"]) { range } }
            if let contributions {
                ExcludedSamples(contributions: contributions, format: format).html
            }
        }
    }

    private var sentence: String {
        guard let total, let value else {
            return "The day has no number: no sample starts on it. It is a gap, not zero."
        }
        guard !isDerived else {
            return "\(value) is computed from the night or the workouts of the day, which the "
                + "timeline shows."
        }
        let samples = NumberText.count(total.day.samples, "sample")
        guard isSum else { return "\(value) is the mean of \(samples) that start on the day." }
        guard sources.count > 1 else { return "\(value) is the sum of \(samples)." }
        return "\(value) is the sum of \(samples) of \(sources.count) sources. "
            + "Where two overlap, only the source that is first in the order counts; totals count "
            + "with what exceeds the samples."
    }

    /// The least and the greatest sample; nil with one sample.
    private var range: String? {
        guard let total, total.day.samples > 1, let least = total.day.min,
            let greatest = total.day.max
        else { return nil }
        return "Least sample \(format.short(least)), greatest \(format.short(greatest))."
    }
}
