package import CivilTime

/// Something a person means to do, to measure or to be reminded of.
package struct Activity: Hashable, Codable, Sendable, Identifiable {
    package typealias ID = Identifier<Activity>

    package let id: ID
    package var name: String
    package var appearance: Appearance
    package var category: Category.ID?
    /// The container it is in.
    package var parent: ID?
    /// Its place among its siblings, ascending; equal places are ordered by name.
    package var position: Int
    /// The activity it is meant to be done after.
    package var follows: ID?
    /// Nothing before this day shows or counts.
    package var created: CivilDate
    package var configuration: Configuration
    package var history: ConfigurationHistory
    /// Set while it is paused.
    package var pause: Pause?
    package var pastPauses: [PastPause]
    /// The day it was put in the trash.
    package var deleted: CivilDate?

    package init(
        id: ID, name: String, created: CivilDate, configuration: Configuration = Configuration(),
        appearance: Appearance = .activity, category: Category.ID? = nil, parent: ID? = nil,
        position: Int = 0, follows: ID? = nil,
        history: ConfigurationHistory = ConfigurationHistory(),
        pause: Pause? = nil, pastPauses: [PastPause] = [], deleted: CivilDate? = nil
    ) {
        self.id = id
        self.name = name
        self.created = created
        self.configuration = configuration
        self.appearance = appearance
        self.category = category
        self.parent = parent
        self.position = position
        self.follows = follows
        self.history = history
        self.pause = pause
        self.pastPauses = pastPauses
        self.deleted = deleted
    }
}

extension Activity {
    /// How it was configured on `day`.
    package func configuration(on day: CivilDate) -> Configuration {
        history.snapshot(on: day)?.configuration ?? configuration
    }

    /// The container it was in on `day`, `nil` at the top.
    package func parent(on day: CivilDate) -> ID? {
        switch history.snapshot(on: day)?.parentage {
        case .container(let id): id
        case .topLevel: nil
        case .unknown, nil: parent
        }
    }

    /// Whether it existed on `day` and was not paused before it. The pause day itself counts.
    package func isAvailable(on day: CivilDate) -> Bool {
        guard day >= created, deleted == nil else { return false }
        if let pause, day > pause.since { return false }
        return !pastPauses.contains { $0.contains(day) }
    }

    /// Whether its recurrence made it due on `day`, created and paused or not.
    package func isScheduled(on day: CivilDate) -> Bool {
        configuration(on: day).schedule.recurs(on: day)
    }

    /// The order of lists: by position, then by name, then by identifier.
    package static func listOrder(_ left: Activity, _ right: Activity) -> Bool {
        (left.position, left.name, left.id) < (right.position, right.name, right.id)
    }
}
