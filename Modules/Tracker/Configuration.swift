/// Every structural field of an activity: what decides when it is due and when it is done.
///
/// Name, icon, colour, category and position are not structural; the present ones hold for the past.
package struct Configuration: Hashable, Codable, Sendable {
    package var kind: ActivityKind
    package var schedule: Schedule
    /// The sessions of a day, when there are several.
    package var slots: [Slot]
    package var window: TimeWindow?
    package var carriesForward: Bool
    package var health: HealthLink?
    /// A metric that is only read from health data: never listed, never expected.
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

    /// The sessions of a day in order, each once and at least one: the list, else the window's slot,
    /// else the whole day.
    package var sessions: [Slot] {
        slots.isEmpty ? [window?.slot ?? .allDay] : Set(slots).sorted()
    }
}
