import Metrics
import Tracker

/// The fields of a log while it is scanned, each missing, null or in the form in which it is written.
struct EntryFields {
    private enum Key: Int, CaseIterable {
        case activityID, completedAt, date, id, note, photoFilename, photoFilenamesData, skipReason,
            source, statusRaw, timeSlotRaw, value
    }

    private static let names = Key.allCases.map { Array("\($0)".utf8) }
    /// The place of each key among those that may be left out.
    private static let optionalIndices = Key.allCases.map {
        EntryStyle.optionalKeys.firstIndex(of: "\($0)")
    }

    private(set) var id: String?
    private(set) var activity: Range<Int>?
    private(set) var date: Range<Int>?
    private(set) var loggedAt: Range<Int>?
    private(set) var isSkipped = false
    private(set) var value: Double?
    private(set) var note: String?
    private(set) var reason: String?
    private(set) var slot: Slot?
    private(set) var isHealth = false
    /// The key that is likely to come next: those of a document all come in one order.
    private(set) var nextKey: Int
    private var readKeys: UInt32 = 0

    init(nextKey: Int) {
        self.nextKey = nextKey
    }

    /// Which keys were left out.
    var style: EntryStyle {
        var style = EntryStyle()
        for (key, place) in Self.optionalIndices.enumerated() {
            if let place, readKeys & 1 << UInt32(key) == 0 { style.omit(place) }
        }
        return style
    }

    /// Reads the value of a key.
    /// - Returns: False for what is not of the plain form.
    mutating func read(_ name: Range<Int>, _ reader: inout JSONReader) -> Bool {
        guard let key = key(reader.bytes(name)), readKeys & 1 << UInt32(key.rawValue) == 0 else {
            return false
        }
        readKeys |= 1 << UInt32(key.rawValue)
        nextKey = key.rawValue + 1
        // Without a status it is another log.
        if reader.acceptNull() { return key != .statusRaw }
        switch key {
        case .id:
            id = reader.plainText()
            return id != nil
        case .activityID:
            activity = reader.plainString()
            return activity != nil
        case .date:
            date = reader.plainString()
            return date != nil
        case .completedAt:
            loggedAt = reader.plainString()
            return loggedAt != nil
        case .statusRaw:
            let status = reader.plainText()
            isSkipped = status == "skipped"
            return isSkipped || status == "completed"
        case .value:
            value = reader.plainNumber()
            return value?.isMeasurable ?? false
        case .note:
            note = reader.text()
            return note != nil
        case .skipReason:
            reason = reader.text()
            return reason != nil
        case .timeSlotRaw:
            slot = reader.plainText().flatMap(Slot.init(rawValue:))
            return slot != nil
        case .source:
            isHealth = reader.plainText() == "healthkit"
            return isHealth
        case .photoFilename, .photoFilenamesData:
            return false
        }
    }

    /// Whether nothing is missing that every log has.
    var isComplete: Bool { readKeys & 1 << UInt32(Key.statusRaw.rawValue) != 0 }

    private func key(_ name: UnsafeBufferPointer<UInt8>) -> Key? {
        for step in Self.names.indices {
            let place = (nextKey + step) % Self.names.count
            if Self.names[place].elementsEqual(name) { return Key(rawValue: place) }
        }
        return nil
    }
}
