import Aggregation
import Contracts
import Metrics
import RPC
import Texts
import Tracker

/// The metric that a person means, with the table's row for it or one made of what storage knows.
struct MetricLookup {
    private let stored: [Days.MetricUnit]
    /// Those that metrics are shown in.
    private let units: UnitSystem
    private let activities: [Days.ActivityName]
    private let activitiesWithoutNumbers: [Days.ActivityName]

    init(_ names: Days.NamesResponse) {
        stored = names.metrics
        units = names.units
        activities = names.activities.filter { $0.number != nil }
        activitiesWithoutNumbers = names.activities.filter { $0.number == nil }
    }

    /// Knows the table alone.
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
        /// Of the values as they are shown.
        var unit: String
        /// From stored values to shown ones.
        var display: UnitConversion
        var isKnown: Bool
        /// What is plotted of a day.
        var dayValue: DayValue
        /// The activity whose numbers it has; nil for a metric.
        var activity: Days.ActivityName?

        /// Whether it has answers in words.
        var isAnswered: Bool { activity != nil && kind == .category }

        /// - Throws: INVALID_ARGUMENT for an activity that is answered in words.
        func requireNumbers() throws(Status) {
            guard isAnswered else { return }
            throw Status(
                .invalidArgument, "\"\(key)\" has answers, not numbers.",
                hint: "See the latest ones with: dayline trends \(quoted(key))")
        }

        /// - Throws: INVALID_ARGUMENT for a metric whose values are the numbers of names, of which no
        ///   average means anything.
        func requireAverages() throws(Status) {
            try requireNumbers()
            guard kind == .category else { return }
            let hint =
                key == Derivation.sleep.sourceMetric
                ? "Ask for its hours: dayline trends sleepHours"
                : "See what there is with: dayline samples \(key) --on DATE"
            throw Status(
                .invalidArgument, "Values of \(key) are names and have no average.", hint: hint)
        }

        /// Under which its settings are kept.
        var settingKey: String {
            activity.map { Settings.activityPrefix + $0.id.rawValue } ?? key
        }
    }

    /// An activity wins over a metric of the same name; `metric:` and `activity:` before a name are
    /// exact.
    /// - Throws: NOT_FOUND with the nearest name, INVALID_ARGUMENT when several begin with it.
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

    private func found(_ activity: Days.ActivityName) -> Match {
        Match(
            key: activity.name, kind: .discrete, unit: activity.unit ?? "", display: .identity,
            isKnown: true, dayValue: .mean, activity: activity)
    }

    /// The activity that is meant, by its name or its identifier, unless a metric is.
    /// - Throws: INVALID_ARGUMENT when several have the name.
    private func activity(_ name: String) throws(Status) -> Days.ActivityName? {
        let names = activities.map(\.name)
        if name.hasPrefix(Settings.activityPrefix) {
            let typed = String(name.dropFirst(Settings.activityPrefix.count))
            // One without numbers now may have had some on the day that is asked on.
            let all = activities + activitiesWithoutNumbers
            if let activity = all.first(where: { $0.id.rawValue == typed }) { return activity }
            try checkUnique(typed)
            if let activity = all.first(where: { $0.name == typed }) { return activity }
            throw Status(
                .notFound, "There is no activity with numbers called \"\(typed)\".",
                hint: nearestName(to: typed, among: names).map { "Did you mean \"\($0)\"?" }
                    ?? "See what there is with: dayline activity list")
        }
        try checkUnique(name)
        if let other = withoutNumbers(name) { return other }
        guard case .found(let place) = NameMatch(name, among: names) else { return nil }
        let isWhole = NameMatch.normalized(names[place]) == NameMatch.normalized(name)
        return isWhole || !isMetric(name) ? activities[place] : nil
    }

    /// - Throws: INVALID_ARGUMENT when several activities have the name.
    private func checkUnique(_ name: String) throws(Status) {
        let several = Status(severalCalled: name, among: activities.map { ($0.id, $0.name) }) {
            "Name one by its identifier, as in: dayline trends "
                + "\(Settings.activityPrefix)\($0[0].id.rawValue)"
        }
        if let several { throw several }
    }

    /// The activity of this whole name that has no numbers now, unless another one or a metric has it: it may
    /// have had some on the day that is asked on, and the beginning of a metric's name is not meant.
    private func withoutNumbers(_ name: String) -> Days.ActivityName? {
        let typed = NameMatch.normalized(name)
        let isNumbered = activities.contains { NameMatch.normalized($0.name) == typed }
        guard !isNumbered, !isMetric(name) else { return nil }
        return activitiesWithoutNumbers.first { NameMatch.normalized($0.name) == typed }
    }

    /// Whether a metric has the whole name, or an alias of it, and not only its beginning.
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
                ?? "See what there is with: dayline metrics")
    }
}

extension Days.ActivityName {
    /// What its numbers come to on a day; nil where it has none.
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
    /// An activity as it has numbers or answers on the days of a page.
    /// - Throws: INVALID_ARGUMENT where it has neither.
    func resolved(from page: Days.ReadResponse) throws(Status) -> MetricLookup.Match {
        guard let number = page.number else {
            let command = activity?.type == .container ? "bars" : "entries"
            throw Status(
                .invalidArgument, "\"\(key)\" has no numbers.",
                hint: "See what was logged with: dayline \(command) \(quoted(key))")
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
    /// A metric of the table as it is shown in other units than those of the person's settings.
    func shown(in units: UnitSystem) -> MetricLookup.Match {
        guard activity == nil, let metric = Metric.known(key: key) else { return self }
        var found = self
        found.unit = metric.displayUnit(in: units)
        found.display = metric.display(in: units)
        return found
    }
}
