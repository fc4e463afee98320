import CivilTime
import Contracts
import Presentation
import Texts
import Windows

/// The blood pressures of some days as a table, with their averages.
struct BloodPressureCard {
    /// The type of a correlation with a systolic and a diastolic value.
    static let type = "BloodPressure"

    private static let systolic = "bloodPressureSystolic"
    private static let diastolic = "bloodPressureDiastolic"

    /// Ascending by start.
    let correlations: [Insights.CorrelationItem]
    let today: CivilDate

    var html: HTML {
        card(
            "pressure", "Blood pressure", note: CorrelationsPage.count(of: correlations),
            isFragment: false
        ) {
            if let average { element("p") { average } }
            table
            smallText("A day leads to its samples, where a wrong one can be corrected or deleted.")
            element("div", ["class": "row"]) {
                for metric in [Self.systolic, Self.diastolic] {
                    anchor(
                        MetricTitle.title(metric), to: "/trends/\(metric)", class: "button",
                        id: metric)
                }
            }
        }
    }

    private var table: HTML {
        let shown = Array(correlations.suffix(CorrelationsPage.rowLimit).reversed())
        return RowTable(
            caption: "Blood pressure" + (unit.isEmpty ? "" : ", in \(unit)"),
            columns: [
                .text("Day"), .text("Time"), .number("Systolic"), .number("Diastolic"),
                .text("Source"),
            ],
            rows: shown.map { pressure in
                [
                    pressure.date.map { $0.rowText(near: today) } ?? pressure.start,
                    pressure.timeText,
                    Self.cell(pressure.member(Self.systolic)),
                    Self.cell(pressure.member(Self.diastolic)), pressure.source,
                ]
            },
            paths: shown.map { pressure in
                pressure.date.map { SampleDay(name: Self.systolic, day: $0).path }
                    ?? "/trends/\(Self.systolic)"
            }
        ).html
    }

    /// The unit of the values; empty: none.
    private var unit: String {
        let member = correlations.lazy.compactMap { $0.member(Self.systolic) }.first
        return member.map { UnitText.short($0.unit, of: $0.metric) } ?? ""
    }

    private static func cell(_ member: Insights.CorrelationItem.Member?) -> String {
        member.map { NumberText.withMinusSign(NumberText.entered($0.value)) } ?? "–"
    }

    /// `Average 121/79 mmHg.`; nil without pairs.
    private var average: String? {
        func mean(_ metric: String) -> Double? {
            ChartPoints(correlations.map { $0.member(metric)?.value }).average
        }
        guard let systolic = mean(Self.systolic), let diastolic = mean(Self.diastolic) else {
            return nil
        }
        let values = [systolic, diastolic].map { decimalText($0, decimals: 0) }
        return "Average \(values.joined(separator: "/"))"
            + (unit.isEmpty ? "." : "\u{202F}\(unit).")
    }
}
