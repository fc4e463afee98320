import Tracker

/// The status, slot, source and present numbers of an entry as bits.
struct EntryFlags {
    /// The separator of texts, which neither JSON nor an identifier contains.
    static let separator = UInt8(ascii: "\n")

    let bits: Int32

    /// The cases by number. `allCases` creates an array at each use.
    private static let slots = Slot.allCases
    private static let sources = EntrySource.allCases

    init(bits: Int32) {
        self.bits = bits
    }

    init(
        isCompleted: Bool, hasValue: Bool, hasTime: Bool, slot: Slot?, source: EntrySource
    ) {
        let slot = slot.flatMap { Self.slots.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        // Nearly all entries are of a person, the first source.
        let source = source == .person ? 0 : Self.sources.firstIndex(of: source) ?? 0
        bits =
            (isCompleted ? 0 : 1) | (hasValue ? 2 : 0) | (hasTime ? 4 : 0) | Int32(slot) << 4
            | Int32(source) << 8
    }

    var isCompleted: Bool { bits & 1 == 0 }
    /// True if the entry is a completion with a value; the value of a skip is ignored.
    var hasValue: Bool { bits & 3 == 2 }
    var hasTime: Bool { bits & 4 != 0 }
    /// True without a slot and with a person as the source.
    var isPlain: Bool { bits >> 4 == 0 }

    var slot: Slot? {
        let place = Int(bits >> 4 & 15)
        return (1...Self.slots.count).contains(place) ? Self.slots[place - 1] : nil
    }

    var source: EntrySource {
        let place = Int(bits >> 8 & 15)
        return place > 0 && place < Self.sources.count ? Self.sources[place] : .person
    }
}
