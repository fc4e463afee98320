package import Contracts

extension Insights.SleepResponse {
    /// A row for each night. `isRanged` is true if an option limits the days.
    package func text(isRanged: Bool, _ styler: some TextStyler) -> String {
        func minutes(
            _ title: String, _ value: @escaping (Insights.Night) -> Double
        ) -> TextColumn<Insights.Night> {
            .right(title) { TimeText.duration(seconds: value($0) * 60) }
        }
        return TextTable(
            of: nights, .left("day", \.day), .left("from") { TimeText.time($0.start) },
            .left("to") { TimeText.time($0.end) }, minutes("asleep", \.asleepMinutes),
            minutes("in bed", \.inBedMinutes), minutes("core", \.stages.core),
            minutes("deep", \.stages.deep), minutes("rem", \.stages.rem),
            minutes("unspecified", \.stages.unspecified), minutes("awake", \.stages.awake),
            .right("naps") { $0.naps.isEmpty ? "" : "\($0.naps.count)" }
        ).text(styler, orIfEmpty: NoDataText.rows("nights", isRanged: isRanged))
    }
}
