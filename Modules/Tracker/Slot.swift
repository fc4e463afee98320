import Memberwise

/// A part of the day in which a session of an activity is due.
package enum Slot: String, CaseIterable, Codable, Sendable {
    case allDay, morning, afternoon, evening

    /// The hour at which the part of the day begins in ``DayParts/standard``.
    package var startHour: Int {
        switch self {
        case .allDay: 0
        case .morning: 5
        case .afternoon: 12
        case .evening: 17
        }
    }

    /// The part of the day under which an item of this slot is listed: `allDay` is listed in the
    /// morning.
    package var listedSlot: Slot {
        self == .allDay ? .morning : self
    }
}

extension Slot: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        left.startHour < right.startHour
    }
}

/// The time of day planned for an activity.
@Memberwise
package struct TimeWindow: Hashable, Codable, Sendable {
    package var slot: Slot
    /// Hours of the day, if the slot is not precise enough.
    package var startHour: Int? = nil
    package var endHour: Int? = nil

    /// True if the hours are valid and the start is before the end.
    package var isInOrder: Bool {
        (0..<24).contains(startHour ?? 0) && (1...24).contains(endHour ?? 24)
            && startHour ?? 0 < endHour ?? 24
    }
}
