import Tracker

/// The sessions of a day in one byte, so that queries over years allocate no memory.
struct SlotSet: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ slot: Slot) {
        // Bits are in the order of the day: the lowest bit is the earliest session.
        rawValue =
            switch slot {
            case .allDay: 1
            case .morning: 2
            case .afternoon: 4
            case .evening: 8
            }
    }

    init(_ slots: [Slot]) {
        self = slots.reduce(into: []) { $0.formUnion(SlotSet($1)) }
    }

    var count: Int { rawValue.nonzeroBitCount }

    /// The earliest session.
    var first: SlotSet { SlotSet(rawValue: rawValue & (0 &- rawValue)) }

    /// The sessions in the order of the day.
    var slots: [Slot] {
        isEmpty ? [] : Slot.allCases.filter { contains(SlotSet($0)) }.sorted()
    }
}
