package import Charts
package import CivilTime
package import Contracts
import Texts

extension Cohorts.QueryResponse {
    /// The table of the groups.
    package func text(
        by grouping: Cohorts.Grouping?, after day: CivilDate?, _ styler: some TextStyler
    ) -> String {
        let subject = day.map { "change since \($0)" } ?? "means of people"
        let table = TextTable(
            of: groups, .left(heading(grouping)) { name($0, grouping) },
            .right("people") { NumberText.count($0.people) },
            .right("days") { NumberText.count(Int($0.days)) },
            .right("mean") { NumberText.short($0.mean) },
            .right("spread") { NumberText.short($0.spread) },
            .right("5 %") { NumberText.short($0.p5) }, .right("25 %") { NumberText.short($0.p25) },
            .right("median") { NumberText.short($0.p50) },
            .right("75 %") { NumberText.short($0.p75) },
            .right("95 %") { NumberText.short($0.p95) })
        var lines = ["\(NumberText.name(metric, in: unit)), \(subject)", table.text(styler)]
        if hasHidden {
            lines.append(
                "Other groups are not shown: fewer than \(Cohorts.minimumPeople) people, or figures "
                    + "by which such a group could be computed.")
        }
        return lines.joined(separator: "\n")
    }

    /// All figures without rounding.
    package func csv(by grouping: Cohorts.Grouping?) -> String {
        DataTable(
            caption: metric,
            columns: [
                heading(grouping), "people", "days", "mean", "spread", "p5", "p25", "p50", "p75",
                "p95",
            ],
            rows: groups.map { group in
                [name(group, grouping), "\(group.people)", "\(group.days)"]
                    + [
                        group.mean, group.spread, group.p5, group.p25, group.p50, group.p75,
                        group.p95,
                    ].map { "\($0)" }
            }
        ).csv
    }

    /// The means of groups that are months.
    package var picture: Picture {
        BarChart(
            title: "\(MetricTitle.title(metric)), means of people", unit: unit,
            bars: groups.compactMap { group in
                guard let first = CivilDate("\(group.group ?? "")-01") else { return nil }
                let length = CivilDate.lengthOfMonth(first.month, in: first.year)
                return (first, first.advanced(by: length - 1), group.mean)
            }
        ).picture
    }

    private func heading(_ grouping: Cohorts.Grouping?) -> String { grouping?.rawValue ?? "group" }

    private func name(_ group: Cohorts.Group, _ grouping: Cohorts.Grouping?) -> String {
        group.group ?? (grouping == nil ? "all" : "not stated")
    }
}

extension Cohorts.LogResponse {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: queries, .left("time", \.at), .left("key") { $0.key ?? "this machine" },
            .left("metric", \.query.metric), .left("by") { $0.query.by?.rawValue ?? "-" },
            .left("from") { $0.query.from?.description ?? "-" },
            .left("to") { $0.query.to?.description ?? "-" },
            .left("after") { $0.query.after?.description ?? "-" },
            .right("groups") { $0.groups == 0 ? "refused" : NumberText.count($0.groups) }
        ).text(styler, orIfEmpty: "There were no queries.")
    }
}

extension Cohorts.Participation {
    /// The consent and the properties of a profile.
    package func text(of profile: String) -> String {
        let consent =
            consentAt.map { "\(profile) consented at \($0)." }
            ?? "\(profile) has not consented: no query has its days."
        return """
            \(consent)
              birth date  \(birthDate?.description ?? "not stated")
              sex         \(sex?.rawValue ?? "not stated")
              label       \(label?.onOneLine ?? "none")
            """
    }
}
