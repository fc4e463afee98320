import Aggregation
import Contracts
import HealthMetrics
import NaturalInput
import RPC
import Texts
import Tracker

/// Finds the metric or activity of a name, in the metric table and among stored data.
struct MetricLookup {
    private let stored: [Days.MetricUnit]
    /// The unit system of shown values.
    private let units: UnitSystem
    private let activities: [Days.ActivityName]
    private let activitiesWithoutNumbers: [Days.ActivityName]

    init(_ names: Days.NamesResponse) {
        stored = names.metrics
        units = names.units
        activities = names.activities.filter { $0.number != nil }
        activitiesWithoutNumbers = names.activities.filter { $0.number == nil }
    }

    /// A lookup in the metric table alone.
    init(units: UnitSystem) {
        stored = []
        self.units = units
        activities = []
        activitiesWithoutNumbers = []
    }

    init(_ listing: Days.MetricsResponse) {
        stored = listing.metrics.map { Days.MetricUnit(metric: $0.metric, unit: $0.unit) }
        units = listing.units
        activities = []
        activitiesWithoutNumbers = []
    }

    struct Match: Hashable {
        var key: String
        var kind: MetricKind
        /// The unit of shown values.
        var unit: String
        /// The conversion from stored to shown values.
        var display: UnitConversion
        var isKnown: Bool
        /// The value plotted for each day.
        var dayValue: DayValue
        /// The activity that has the numbers; nil for a metric.
        var activity: Days.ActivityName?

        /// True for an activity with text answers.
        var isAnswered: Bool { activity != nil && kind == .category }

        /// - Throws: INVALID_ARGUMENT for an activity with text answers.
        func requireNumbers() throws(Status) {
            guard isAnswered else { return }
            throw Status(
                .invalidArgument, "\"\(key)\" has answers, not numbers.",
                hint: "Show the latest answers with: dayline trends \(quoted(key))")
        }

        /// - Throws: INVALID_ARGUMENT for a metric whose values are codes of names, which have no
        ///   average.
        func requireAverages() throws(Status) {
            try requireNumbers()
            guard kind == .category else { return }
            let hint =
                key == Derivation.sleep.sourceMetric
                ? "Ask for its hours: dayline trends sleepHours"
                : "List the samples of a day with: dayline samples \(key) --on DATE"
            throw Status(
                .invalidArgument, "Values of \(key) are names and have no average.", hint: hint)
        }

        /// The key of the stored settings.
        var settingKey: String {
            activity.map { Settings.activityPrefix + $0.id.rawValue } ?? key
        }
    }

    /// Finds an activity or a metric by name. An activity precedes a metric of the same name; with
    /// the prefix `metric:` or `activity:` the name must match exactly.
    /// - Throws: NOT_FOUND with the nearest name, INVALID_ARGUMENT if the name is ambiguous.
    func metric(_ name: String) throws(Status) -> Match {
        if let activity = try activity(name) { return found(activity) }
        let prefix = "metric:"
        if name.hasPrefix(prefix) {
            let key = String(name.dropFirst(prefix.count))
            guard Metric.known(key: key) != nil || stored.contains(where: { $0.metric == key })
            else { throw unknown(key, closest: nil) }
            return found(key)
        }
        switch MetricName.resolve(name, present: stored.map(\.metric)) {
        case .found(let key): return found(key)
        case .ambiguous(let keys):
            throw Status(
                .invalidArgument, "\"\(name)\" may be any of \(keys.joined(separator: ", ")).",
                hint: "Write more of the name.")
        case .unknown(let closest): throw unknown(name, closest: closest)
        }
    }

    func found(_ key: String) -> Match {
        if let metric = Metric.known(key: key) {
            return Match(
                key: key, kind: metric.kind, unit: metric.displayUnit(in: units),
                display: metric.display(in: units), isKnown: true, dayValue: DayValue(metric.kind))
        }
        let unit = stored.first { $0.metric == key }?.unit ?? ""
        return Match(
            key: key, kind: .discrete, unit: unit, display: .identity, isKnown: false,
            dayValue: .mean)
    }

    /// The stored metrics with averages, and the activities. A container has numbers only on days
    /// before it became one.
    var numbered: [Match] {
        stored.map { found($0.metric) }.filter { $0.kind != .category }
            + (activities + activitiesWithoutNumbers).map { found($0) }
    }

    private func found(_ activity: Days.ActivityName) -> Match {
        Match(
            key: activity.name, kind: .discrete, unit: activity.unit ?? "", display: .identity,
            isKnown: true, dayValue: .mean, activity: activity)
    }

    /// The activity with a name or identifier; nil if a metric matches better.
    /// - Throws: INVALID_ARGUMENT if several activities have the name.
    private func activity(_ name: String) throws(Status) -> Days.ActivityName? {
        let names = activities.map(\.name)
        if name.hasPrefix(Settings.activityPrefix) {
            let typed = String(name.dropFirst(Settings.activityPrefix.count))
            // An activity without numbers now can have numbers on an earlier day.
            let all = activities + activitiesWithoutNumbers
            if let activity = all.first(where: { $0.id.rawValue == typed }) { return activity }
            try checkUnique(typed)
            if let activity = all.first(where: { $0.name == typed }) { return activity }
            throw Status(
                .notFound, "There is no activity with numbers called \"\(typed)\".",
                hint: nearestName(to: typed, among: names).map { "Did you mean \"\($0)\"?" }
                    ?? "List the activities with: dayline activity list")
        }
        try checkUnique(name)
        if let other = withoutNumbers(name) { return other }
        guard case .found(let index) = NameMatch(name, among: names) else { return nil }
        let isWhole = NameMatch.normalized(names[index]) == NameMatch.normalized(name)
        return isWhole || !isMetric(name) ? activities[index] : nil
    }

    /// - Throws: INVALID_ARGUMENT if several activities have the name.
    private func checkUnique(_ name: String) throws(Status) {
        try Status.checkUnique(name, among: activities.map { ($0.id, $0.name) }) { matches in
            "Name one by its identifier, as in: dayline trends "
                + "\(Settings.activityPrefix)\(matches[0].id.rawValue)"
        }
    }

    /// The activity without numbers that has exactly this name, unless an activity with numbers or
    /// a metric has it: it can have numbers on an earlier day.
    private func withoutNumbers(_ name: String) -> Days.ActivityName? {
        let typed = NameMatch.normalized(name)
        func hasName(_ activity: Days.ActivityName) -> Bool {
            NameMatch.normalized(activity.name) == typed
        }
        // The metrics last: for another name, the nearest of all of them is searched.
        guard let activity = activitiesWithoutNumbers.first(where: hasName),
            !activities.contains(where: hasName), !isMetric(name)
        else { return nil }
        return activity
    }

    /// True if the name is the whole key or an alias of a metric, not a prefix.
    private func isMetric(_ name: String) -> Bool {
        guard case .found(let key) = MetricName.resolve(name, present: stored.map(\.metric)) else {
            return false
        }
        let typed = name.lowercased()
        return key.lowercased() == typed || !key.lowercased().hasPrefix(typed)
    }

    private func unknown(_ name: String, closest: String?) -> Status {
        Status(
            .notFound, "There is no metric called \"\(name)\".",
            hint: closest.map { "Did you mean \"\($0)\"?" }
                ?? "List the metrics with: dayline metrics")
    }
}

extension Days.ActivityName {
    /// The kind of the number of each day; nil if the activity has no numbers.
    fileprivate var number: DayNumber? {
        DayNumber(type: type, accumulation: accumulation, measurement: measurement)
    }
}

extension DayValue {
    fileprivate init(_ number: DayNumber) {
        switch number {
        case .total: self = .total
        case .mean: self = .mean
        case .last, .answer: self = .last
        case .yes: self = .yes
        }
    }
}

extension MetricLookup.Match {
    /// The activity with the kind of numbers or answers that a page has.
    /// - Throws: INVALID_ARGUMENT if it has neither numbers nor answers.
    func resolved(from page: Days.ReadResponse) throws(Status) -> MetricLookup.Match {
        guard let number = page.number else {
            let command = activity?.type == .container ? "bars" : "entries"
            throw Status(
                .invalidArgument, "\"\(key)\" has no numbers.",
                hint: "Show the days of the activity with: dayline \(command) \(quoted(key))")
        }
        var found = self
        found.dayValue = DayValue(number)
        found.kind =
            switch number {
            case .total: .cumulative
            case .mean, .last, .yes: .discrete
            case .answer: .category
            }
        found.unit = page.unit
        return found
    }
    /// The metric with the units of another unit system.
    func shown(in units: UnitSystem) -> MetricLookup.Match {
        guard activity == nil, let metric = Metric.known(key: key) else { return self }
        var found = self
        found.unit = metric.displayUnit(in: units)
        found.display = metric.display(in: units)
        return found
    }
}
