package import CivilTime
import Memberwise

/// Something that a person plans: to do, to measure or to be reminded of.
@Memberwise
package struct Activity: Hashable, Codable, Sendable, Identifiable {
    package typealias ID = Identifier<Activity>

    package let id: ID
    package var name: String
    /// The first day. The activity is not shown or counted before this day.
    package var created: CivilDate
    package var configuration = Configuration()
    package var appearance: Appearance = .activity
    package var category: Category.ID? = nil
    /// The container of the activity; nil at the top level.
    package var parent: ID? = nil
    /// The sort key among siblings, ascending; equal positions are ordered by name.
    package var position = 0
    /// The activity after which this activity is listed.
    package var follows: ID? = nil
    package var history = ConfigurationHistory()
    /// The open pause; nil while the activity is not paused.
    package var pause: Pause? = nil
    package var pastPauses: [PastPause] = []
    /// The day on which the activity was moved to the trash; nil while it is in use.
    package var deleted: CivilDate? = nil
}

extension Activity {
    /// The configuration that was valid on `day`.
    package func configuration(on day: CivilDate) -> Configuration {
        history.snapshot(on: day)?.configuration ?? configuration
    }

    /// The container of the activity on `day`; nil at the top level.
    package func parent(on day: CivilDate) -> ID? {
        switch history.snapshot(on: day)?.parentage {
        case .container(let id): id
        case .topLevel: nil
        case .unknown, nil: parent
        }
    }

    /// True if the activity existed on `day` and was not paused. The day of the pause itself counts.
    package func isAvailable(on day: CivilDate) -> Bool {
        guard day >= created, deleted == nil else { return false }
        if let pause, day > pause.since { return false }
        return !pastPauses.contains { $0.contains(day) }
    }

    /// True if the schedule names `day`, even before creation and during pauses.
    package func isScheduled(on day: CivilDate) -> Bool {
        configuration(on: day).schedule.recurs(on: day, since: scheduleStart(on: day))
    }

    /// The first day of the schedule of `day`: the day from which an edit changed the schedule, else the
    /// creation day. Edits of other fields and pauses do not move the start.
    package func scheduleStart(on day: CivilDate) -> CivilDate {
        let schedule = configuration(on: day).schedule
        var start = day
        while true {
            start = history.firstDay(ofConfigurationOn: start, created: created)
            guard start > created else { return created }
            let before = start.advanced(by: -1)
            guard configuration(on: before).schedule == schedule else { return start }
            start = before
        }
    }

    /// The order of lists: by position, then by name, then by identifier.
    package static func listOrder(_ left: Activity, _ right: Activity) -> Bool {
        (left.position, left.name, left.id) < (right.position, right.name, right.id)
    }
}
