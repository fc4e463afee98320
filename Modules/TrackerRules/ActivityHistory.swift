package import CivilTime
package import Tracker

/// Everything the rules of a day are decided by: activities, what was logged, and vacations.
///
/// A value without a clock: every question names its day. It answers for deleted activities as if
/// they had never been, and always about its own copy of an activity.
///
/// Whoever keeps a diary tells it of each change (`replace`, `update`, `setVacation`); that costs a
/// small part of making it anew, and the answers are the same.
package struct ActivityHistory: Sendable {
    /// Those that are not deleted.
    package internal(set) var activities: [Activity.ID: Activity] = [:]
    package internal(set) var vacations: Set<CivilDate>
    /// Dates that the person's clocks left out: no rule counts them. Nearly always none.
    package let missingDays: Set<CivilDate>
    /// Every activity in list order; others name one by its place here.
    var tracks: [ActivityData] = []
    var indices: [Activity.ID: Int] = [:]
    /// What was logged for activities that are deleted, or not known yet.
    var untrackedHistories: [Activity.ID: History] = [:]

    /// One activity as the rules see it.
    struct ActivityData: Sendable {
        var activity: Activity
        var timeline: RuleHistory
        var history: History
        /// Of those that were ever in it, and of those it was ever in.
        var members: [Int] = []
        var containers: [Int] = []
        var streakDays = StreakDays()
    }

    /// Entries come in the order they were stored: of two that were logged on a day, both at one time
    /// or at none that is known, the later is the newer.
    package init(
        activities: [Activity], entries: some Sequence<Entry> = [],
        vacations: Set<CivilDate> = [], missingDays: Set<CivilDate> = []
    ) {
        self.init(
            activities: activities, numbered: zip(Int64(1)..., entries), vacations: vacations,
            missingDays: missingDays)
    }

    /// A diary of entries with their numbers in the order in which they were stored.
    package init(
        activities: [Activity], numbered entries: some Sequence<(Int64, Entry)>,
        vacations: Set<CivilDate> = [], missingDays: Set<CivilDate> = []
    ) {
        self.vacations = vacations
        self.missingDays = missingDays
        for (number, entry) in entries {
            untrackedHistories[entry.activity, default: History(of: entry.activity)]
                .append(entry, number: number)
        }
        for id in untrackedHistories.keys { untrackedHistories[id]?.sort() }
        setActivities(activities)
        for place in tracks.indices { writeStreakDays(of: place) }
    }

    /// What was logged for an activity on a day, in the order it was logged.
    package func entries(of activity: Activity.ID, on day: CivilDate) -> [Entry] {
        entries(of: activity, from: day, through: day)
    }

    /// What was logged for an activity from `first` through `last`, oldest day first.
    package func entries(
        of activity: Activity.ID, from first: CivilDate, through last: CivilDate
    ) -> [Entry] {
        guard let ledger = history(of: activity) else { return [] }
        return ledger.range(from: first, through: last).map(ledger.entry(at:))
    }

    /// The container an activity was in on `day`; one that is gone is none.
    package func container(of activity: Activity, on day: CivilDate) -> Activity? {
        index(of: activity).flatMap { tracks[$0].timeline[day].container }
            .map { tracks[$0].activity }
    }

    /// The place of an activity, unless it is deleted or not known.
    func index(of activity: Activity) -> Int? {
        indices[activity.id]
    }

    func history(of activity: Activity.ID) -> History? {
        indices[activity].map { tracks[$0].history } ?? untrackedHistories[activity]
    }
}
