package import CivilTime
package import Tracker

/// The input of all tracker rules: activities, entries and vacations of a profile.
///
/// A value without a clock: every query names its day. Deleted activities are ignored, and an
/// activity in an argument only identifies the stored one.
///
/// The owner applies each change with `replace`, `update` or `setVacation`. The results equal those of
/// a history built from scratch, at a small part of the cost.
package struct ActivityHistory: Sendable {
    /// Activities that are not deleted.
    package internal(set) var activities: [Activity.ID: Activity] = [:]
    package internal(set) var vacations: Set<CivilDate>
    /// Dates that do not exist in the person's time zone; no rule counts them. Usually empty.
    package let missingDays: Set<CivilDate>
    /// True if a day or period without an entry keeps a limit.
    package var countsWithoutEntry = false
    /// The parts of the day under which activities with planned hours are listed.
    package var dayParts = DayParts.standard
    /// Every activity in list order. Other properties refer to an activity by its index.
    var tracked: [ActivityData] = []
    var indices: [Activity.ID: Int] = [:]
    /// The entries of activities that are deleted or unknown.
    var untrackedHistories: [Activity.ID: EntryColumns] = [:]

    /// The data of one activity.
    struct ActivityData: Sendable {
        var activity: Activity
        var ruleHistory: RuleHistory
        var history: EntryColumns
        /// The indices of the activities that were ever in this activity.
        var members: [Int] = []
        /// The indices of the activities that ever contained this activity.
        var containers: [Int] = []
        var streakDays = StreakDays()
    }

    /// `entries` are in the order of storage, which decides between entries of a day with equal or
    /// unknown times: the later is the newer.
    package init(
        activities: [Activity], entries: some Sequence<Entry> = [],
        vacations: Set<CivilDate> = [], missingDays: Set<CivilDate> = []
    ) {
        self.init(
            activities: activities, numbered: zip(Int64(1)..., entries), vacations: vacations,
            missingDays: missingDays)
    }

    /// A history of entries with their numbers in the order of storage.
    package init(
        activities: [Activity], numbered entries: some Sequence<(Int64, Entry)>,
        vacations: Set<CivilDate> = [], missingDays: Set<CivilDate> = []
    ) {
        self.vacations = vacations
        self.missingDays = missingDays
        for (number, entry) in entries {
            untrackedHistories[entry.activity, default: EntryColumns(of: entry.activity)]
                .append(entry, number: number)
        }
        for id in untrackedHistories.keys { untrackedHistories[id]?.sort() }
        setActivities(activities)
        for index in tracked.indices { writeStreakDays(of: index) }
    }

    /// The entries of an activity on a day, in the order of logging.
    package func entries(of activity: Activity.ID, on day: CivilDate) -> [Entry] {
        entries(of: activity, from: day, through: day)
    }

    /// The entries of an activity from `first` through `last`, oldest day first.
    package func entries(
        of activity: Activity.ID, from first: CivilDate, through last: CivilDate
    ) -> [Entry] {
        guard let history = history(of: activity) else { return [] }
        return history.range(from: first, through: last).map(history.entry(at:))
    }

    /// The numbers of the completions of an activity from `first` through `last`, oldest day first.
    package func values(
        of activity: Activity.ID, from first: CivilDate, through last: CivilDate
    ) -> [Double] {
        guard let history = history(of: activity) else { return [] }
        return history.range(from: first, through: last).compactMap { history.states[$0].value }
    }

    /// The last entry of an activity from `first` through `last`, or the last one with the outcome
    /// *completed*.
    package func lastEntry(
        of activity: Activity.ID, from first: CivilDate = .distantPast, through last: CivilDate,
        onlyCompleted: Bool = false
    ) -> Entry? {
        guard let history = history(of: activity) else { return nil }
        return history.range(from: first, through: last)
            .last { !onlyCompleted || history.states[$0].isCompleted }
            .map(history.entry(at:))
    }

    /// The container of an activity on `day`; nil at the top level, and if the container is deleted.
    package func container(of activity: Activity, on day: CivilDate) -> Activity? {
        index(of: activity).flatMap { tracked[$0].ruleHistory[day].container }
            .map { tracked[$0].activity }
    }

    /// The index of an activity; nil if it is deleted or unknown.
    func index(of activity: Activity) -> Int? {
        indices[activity.id]
    }

    func history(of activity: Activity.ID) -> EntryColumns? {
        indices[activity].map { tracked[$0].history } ?? untrackedHistories[activity]
    }
}
