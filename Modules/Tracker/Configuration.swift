/// The structural fields of an activity, which decide when it is due and when it is done.
///
/// Name, icon, colour, category and position are not structural: past days show the present values.
package struct Configuration: Hashable, Codable, Sendable {
    package var kind: ActivityKind
    package var schedule: Schedule
    /// The sessions of a day; empty for one session.
    package var slots: [Slot]
    package var window: TimeWindow?
    package var carriesForward: Bool
    package var health: HealthLink?
    /// True for a metric that is only read from health data: it is neither listed nor expected.
    package var isPassive: Bool

    package init(
        kind: ActivityKind = .checkbox, schedule: Schedule = .daily, slots: [Slot] = [],
        window: TimeWindow? = nil, carriesForward: Bool = false, health: HealthLink? = nil,
        isPassive: Bool = false
    ) {
        self.kind = kind
        self.schedule = schedule
        self.slots = slots
        self.window = window
        self.carriesForward = carriesForward
        self.health = health
        self.isPassive = isPassive
    }

    /// The distinct sessions of a day in order, at least one: `slots`, else the slot of the window, else
    /// all day.
    package var sessions: [Slot] {
        slots.isEmpty ? [window?.slot ?? .allDay] : Set(slots).sorted()
    }
}
