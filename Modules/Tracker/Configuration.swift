import Memberwise

/// The structural fields of an activity, which decide when it is due and when it is done.
///
/// Name, icon, colour, category and position are not structural: past days show the present values.
@Memberwise
package struct Configuration: Hashable, Codable, Sendable {
    package var kind: ActivityKind = .checkbox
    package var schedule: Schedule = .daily
    /// The sessions of a day; empty for one session.
    package var slots: [Slot] = []
    package var window: TimeWindow? = nil
    package var carriesForward: Bool = false
    package var health: HealthLink? = nil
    /// True for a metric that is only read from health data: it is neither listed nor expected.
    package var isPassive: Bool = false

    /// The distinct sessions of a day in order, at least one: `slots`, else the slot of the window, else
    /// all day.
    package var sessions: [Slot] {
        slots.isEmpty ? [window?.slot ?? .allDay] : Set(slots).sorted()
    }
}
