package import Charts
package import Contracts
import Tracker

extension Statistics.StreaksResponse: TextPresentable, PicturePresentable {
    package func text(_ styler: some TextStyler) -> String {
        let empty = "There are no streaks yet. Begin one with: dayline activity add Floss"
        guard streaks.contains(where: { $0.unit != .day }) else {
            return TextTable(
                of: streaks, .left("activity", \.name), .right("current", \.current),
                .right("longest", \.longest)
            ).text(styler, orIfEmpty: empty)
        }
        return TextTable(
            of: streaks, .left("activity", \.name), .right("current", \.current),
            .right("longest", \.longest), .left("in", \.unit.text)
        ).text(styler, orIfEmpty: empty)
    }

    package var picture: Picture {
        StreakChart(
            rows: streaks.map {
                StreakChart.Row(
                    name: $0.name, current: $0.current, longest: $0.longest, unit: $0.unit.rawValue)
            }
        ).picture
    }
}

extension StreakUnit {
    /// The unit of a column of lengths.
    fileprivate var text: String { rawValue + "s" }
}
