import CivilTime
import Contracts
import Presentation

/// Blood pressures, meals and other samples that were measured together, newest first.
struct CorrelationsPage {
    enum Kind: String, CaseIterable {
        case all, pressure, meals

        var title: String {
            switch self {
            case .all: "All"
            case .pressure: "Blood pressure"
            case .meals: "Meals"
            }
        }

        /// True for the type of a correlation of this kind.
        func contains(_ type: String) -> Bool {
            switch self {
            case .all: true
            case .pressure: type == BloodPressureCard.type
            case .meals: type == Self.mealType
            }
        }

        /// True for a metric that correlations of this kind have.
        func hasMember(_ metric: String) -> Bool {
            let isPressure = metric.hasPrefix("bloodPressure")
            let isNutrient = metric.hasPrefix("dietary")
            return switch self {
            case .all: isPressure || isNutrient
            case .pressure: isPressure
            case .meals: isNutrient
            }
        }

        static let mealType = "Food"
    }

    static let path = "/health/correlations"
    static let title = "Blood pressure and meals"

    /// The correlations of the range and the kind, ascending by start.
    let correlations: [Insights.CorrelationItem]
    let range: DayRange
    let kind: Kind
    /// True if the profile may have correlations of any kind on any day.
    let hasData: Bool

    /// The number of rows of a card.
    static let rowLimit = 500

    private static let frame = HealthDaysPage(
        title: title, fragment: "correlations", emptyHeading: "No blood pressure or meal yet",
        emptySentence: "Both are listed after the first import of health data that has some.",
        importLink: "Import")

    var page: Page {
        Self.frame.page(of: range, hasData: hasData) {
            ActivityParts.segments(
                "Kind", Kind.allCases.map { ($0.title, path($0, before: nil), $0 == kind) })
        } content: {
            element("div", ["class": "stack wide", "data-fragment": "correlations"]) {
                if correlations.isEmpty {
                    element("p", ["class": "soft"]) { "Nothing was recorded on these days." }
                }
                pressures
                for type in otherTypes { list(type) }
            }
            range.links { path(kind, before: $0) }
        }
    }

    private var pressures: HTML? {
        let pressures = correlations.filter { $0.type == BloodPressureCard.type }
        return pressures.isEmpty
            ? nil : BloodPressureCard(correlations: pressures, today: range.today).html
    }

    /// The types that have no table, meals first.
    private var otherTypes: [String] {
        let types = Set(correlations.map(\.type)).subtracting([BloodPressureCard.type])
        return types.sorted {
            ($0 == Kind.mealType ? 0 : 1, $0) < ($1 == Kind.mealType ? 0 : 1, $1)
        }
    }

    private func list(_ type: String) -> HTML {
        let all = correlations.filter { $0.type == type }
        let heading = type == Kind.mealType ? Kind.meals.title : KeyTitle.title(type)
        return card(
            "type-\(ActivityParts.identifier(type))", heading,
            note: Self.count(of: all), isFragment: false
        ) {
            rowList(
                all.suffix(Self.rowLimit).reversed().map { correlation in
                    element("li") {
                        rowText(
                            .text(correlation.foodName ?? correlation.valuesText),
                            detail(of: correlation))
                        element("span", ["class": "soft small"]) { correlation.timeText }
                    }
                })
        }
    }

    /// The values if they are not the title, the day and the source.
    private func detail(of correlation: Insights.CorrelationItem) -> String {
        [
            correlation.foodName == nil ? "" : correlation.valuesText,
            correlation.dayText(near: range.today), correlation.source,
        ].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// `12 entries`, or `the newest 500 of 1,200 entries`.
    static func count(of correlations: [Insights.CorrelationItem]) -> String {
        let count = NumberText.count(correlations.count, "entry", "entries")
        return correlations.count > rowLimit
            ? "the newest \(NumberText.count(rowLimit)) of \(count)" : count
    }

    private func path(_ kind: Kind, before day: CivilDate?) -> String {
        var items: [(name: String, value: String)] = []
        if kind != .all { items.append(("kind", kind.rawValue)) }
        if let day { items.append(("before", "\(day)")) }
        return Self.path + URLText.query(items)
    }
}
