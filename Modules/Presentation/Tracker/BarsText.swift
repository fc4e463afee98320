package import Charts
package import Contracts

extension Statistics.BarsResponse: PicturePresentable {
    package var picture: Picture {
        BarChart(title: name, unit: unit ?? "", bars: bars.map { ($0.from, $0.to, $0.value) })
            .picture
    }

    /// A table with a line of blocks for each bar; `width` is the number of columns.
    package func text(width: Int, _ styler: some TextStyler) -> String {
        // The columns before the bar have 24 characters.
        let widest = Double(min(40, max(8, width - 24)))
        let greatest = max(high ?? 0, -(low ?? 0))
        let table = TextTable(
            of: bars, .left("from", \.from), .right("value", \.value),
            .left("") { bar in
                let length = greatest > 0 ? abs(bar.value ?? 0) / greatest * widest : 0
                return String(repeating: "█", count: Int(length.rounded()))
            }
        )
        func number(_ value: Double?) -> String {
            value.map { NumberText.short($0) + NumberText.suffix(unit) } ?? "-"
        }
        return [
            styler.styled(name, .bold), table.text(styler),
            "average \(number(average)), least \(number(low)), greatest \(number(high))",
            "\(NumberText.streak(streak.current, streak.unit)) in a row, at best \(streak.longest)",
        ].joined(separator: "\n")
    }
}
