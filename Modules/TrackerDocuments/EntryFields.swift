import HealthMetrics
import Tracker

/// The fields of a log record during scanning: absent, null, or in plain form.
struct EntryFields {
    private enum Key: Int, CaseIterable {
        case activityID, completedAt, date, id, note, photoFilename, photoFilenamesData, skipReason,
            source, statusRaw, timeSlotRaw, value
    }

    private static let names = Key.allCases.map { Array("\($0)".utf8) }
    /// The index of each key in `EntryStyle.optionalKeys`; nil for a required key.
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
    /// The key expected next, because the records of a document have one order of keys.
    private(set) var nextKey: Int
    private var readKeys: UInt32 = 0

    init(nextKey: Int) {
        self.nextKey = nextKey
    }

    /// The style of the record: the keys that it omits.
    var style: EntryStyle {
        var style = EntryStyle()
        for (key, index) in Self.optionalIndices.enumerated() {
            if let index, readKeys & 1 << UInt32(key) == 0 { style.omit(index) }
        }
        return style
    }

    /// Reads the value of a key.
    /// - Returns: False if the key or value is not in plain form.
    mutating func read(_ name: Range<Int>, _ reader: inout JSONReader) -> Bool {
        guard let key = key(reader.bytes(name)), readKeys & 1 << UInt32(key.rawValue) == 0 else {
            return false
        }
        readKeys |= 1 << UInt32(key.rawValue)
        nextKey = key.rawValue + 1
        // A null status is not the plain form.
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

    /// True if the record has a status.
    var isComplete: Bool { readKeys & 1 << UInt32(Key.statusRaw.rawValue) != 0 }

    private func key(_ name: UnsafeBufferPointer<UInt8>) -> Key? {
        for step in Self.names.indices {
            let index = (nextKey + step) % Self.names.count
            if Self.names[index].elementsEqual(name) { return Key(rawValue: index) }
        }
        return nil
    }
}
