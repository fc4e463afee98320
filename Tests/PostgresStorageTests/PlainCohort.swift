import CivilTime
import Contracts

/// Cohorts computed from all day totals, without partials and without SQL.
struct PlainCohort {
    struct Person {
        var participation: Cohorts.Participation
        var days: [(day: CivilDate, value: Int128)]
    }

    private let people: [Person]

    init(_ people: [Person]) { self.people = people }

    /// The values of days in multiples of 10^-9.
    static func days(_ metric: String, _ totals: DayColumns) -> [(day: CivilDate, value: Int128)] {
        totals.day.indices.compactMap { index in
            if metric == "heartRate", totals.count[index] == 0 { return nil }
            let value =
                metric == "heartRate"
                ? totals.rawSum[index] / Double(totals.count[index]) : totals.sum[index]
            return (
                CivilDate(days: totals.day[index]),
                Int128((value * 1_000_000_000).rounded(.toNearestOrEven))
            )
        }
    }

    func response(
        _ request: Cohorts.QueryRequest, unit: String
    ) -> (response: Cohorts.QueryResponse, hidden: Set<String?>) {
        var values: [String?: [(person: Int, days: Int, value: Int128)]] = [:]
        for (number, person) in people.enumerated() {
            for (key, own) in Dictionary(
                grouping: inRange(person.days, request),
                by: {
                    Self.key(request, $0.day, person.participation)
                })
            {
                guard let value = Self.value(own, request) else { continue }
                values[key, default: []].append((number, value.days, value.value))
            }
        }
        var shown = values.keys.sorted(by: Self.isBefore)
        var hidden = Set(shown.filter { values[$0, default: []].count < 20 })
        shown.removeAll(where: hidden.contains)
        func hiddenPeople() -> Int {
            let outside = Set(shown.flatMap { values[$0, default: []].map(\.person) })
            let groups = hidden.flatMap { values[$0, default: []].map(\.person) }
            let counts = Dictionary(groups.map { ($0, 1) }, uniquingKeysWith: +)
            return counts.count { $0.value == 1 && !outside.contains($0.key) }
        }
        while request.by != .month, !hidden.isEmpty, hiddenPeople() < 20,
            let least = shown.min(by: {
                values[$0, default: []].count < values[$1, default: []].count
            })
        {
            hidden.insert(least)
            shown.removeAll { $0 == least }
        }
        let groups = shown.map { Self.group($0, values[$0, default: []]) }
        return (
            Cohorts.QueryResponse(
                metric: request.metric, unit: unit, groups: groups, hasHidden: !hidden.isEmpty),
            hidden
        )
    }

    private func inRange(
        _ days: [(day: CivilDate, value: Int128)], _ request: Cohorts.QueryRequest
    ) -> [(day: CivilDate, value: Int128)] {
        days.filter { day, _ in
            if let from = request.from, day < from { return false }
            if let to = request.to, day > to { return false }
            return true
        }
    }

    private static func value(
        _ days: [(day: CivilDate, value: Int128)], _ request: Cohorts.QueryRequest
    ) -> (days: Int, value: Int128)? {
        guard let change = request.after else { return (days.count, mean(days.map(\.value))) }
        let first = month(change)
        let before = days.filter { month($0.day) < first }.map(\.value)
        let after = days.filter {
            change.day == 1 ? month($0.day) >= first : month($0.day) > first
        }.map(\.value)
        guard !before.isEmpty, !after.isEmpty else { return nil }
        return (before.count + after.count, mean(after) - mean(before))
    }

    /// The mean of whole numbers; halves are rounded away from zero.
    private static func mean(_ values: [Int128]) -> Int128 {
        let sum = values.reduce(0, +)
        let (quotient, rest) = sum.magnitude.quotientAndRemainder(
            dividingBy: UInt128(values.count))
        let rounded = Int128(quotient) + (2 * rest >= UInt128(values.count) ? 1 : 0)
        return sum < 0 ? -rounded : rounded
    }

    private static func month(_ day: CivilDate) -> String { String(day.description.prefix(7)) }

    private static func key(
        _ request: Cohorts.QueryRequest, _ day: CivilDate, _ person: Cohorts.Participation
    ) -> String? {
        switch request.by {
        case nil: return nil
        case .month: return month(day)
        case .sex: return person.sex?.rawValue
        case .group: return person.label
        case .age:
            guard let birth = person.birthDate else { return nil }
            let at = request.after ?? day
            var (year, month) = (at.year, at.month)
            if let change = request.after, change.day > 1 {
                (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
            }
            let hasHadBirthday = (birth.month, birth.day) <= (month, 1)
            let age = year - birth.year - (hasHadBirthday ? 0 : 1)
            guard age >= 0 else { return nil }
            return "\(age / 10 * 10)-\(age / 10 * 10 + 9)"
        }
    }

    private static func isBefore(_ one: String?, _ other: String?) -> Bool {
        guard let one else { return false }
        guard let other else { return true }
        func age(_ text: String) -> Int? { text.split(separator: "-").first.flatMap { Int($0) } }
        if let first = age(one), let second = age(other), first != second { return first < second }
        return one < other
    }

    private static func group(
        _ key: String?, _ values: [(person: Int, days: Int, value: Int128)]
    ) -> Cohorts.Group {
        let all = values.map(\.value).sorted()
        let count = Int128(all.count)
        let sum = all.reduce(0, +)
        let squares = all.reduce(0) { $0 + $1 * $1 }
        func percentile(_ share: Double) -> Double {
            let position = share * Double(all.count - 1)
            let (low, high) = (
                Double(all[Int(position.rounded(.down))]), Double(all[Int(position.rounded(.up))])
            )
            return (low + (position - position.rounded(.down)) * (high - low)) / 1e9
        }
        let variance = Double(count * squares - sum * sum) / Double(count * (count - 1))
        return Cohorts.Group(
            group: key, people: all.count, days: Int64(values.reduce(0) { $0 + $1.days }),
            mean: Double(sum) / (Double(all.count) * 1e9), spread: variance.squareRoot() / 1e9,
            p5: percentile(0.05), p25: percentile(0.25), p50: percentile(0.5),
            p75: percentile(0.75), p95: percentile(0.95))
    }
}
