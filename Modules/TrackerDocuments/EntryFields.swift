import HealthMetrics
import JSON
import Tracker

/// The fields of a record of `logs` during scanning: absent, null, or in plain form. Bytes are in the memory of the
/// document.
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
    private(set) var activity: UnsafeBufferPointer<UInt8>?
    private(set) var date: UnsafeBufferPointer<UInt8>?
    private(set) var loggedAt: UnsafeBufferPointer<UInt8>?
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

    /// Reads a record.
    /// - Returns: False if the record is not in plain form.
    mutating func read(_ record: JSONTape) -> Bool {
        var isPlain = record.isObject
        record.forEachMember(of: 0) { key, value in
            isPlain = isPlain && read(record, key, value)
        }
        return isPlain && readKeys & 1 << UInt32(Key.statusRaw.rawValue) != 0
    }

    private mutating func read(_ record: JSONTape, _ name: Int, _ index: Int) -> Bool {
        guard let key = record.plainBytes(at: name).flatMap(key),
            readKeys & 1 << UInt32(key.rawValue) == 0
        else { return false }
        readKeys |= 1 << UInt32(key.rawValue)
        nextKey = key.rawValue + 1
        // A null status is not the plain form.
        if record.tokens[index].kind == .null { return key != .statusRaw }
        let bytes = record.plainBytes(at: index)
        func plainText() -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
        switch key {
        case .id:
            id = plainText()
            return id != nil
        case .activityID:
            activity = bytes
            return activity != nil
        case .date:
            date = bytes
            return date != nil
        case .completedAt:
            loggedAt = bytes
            return loggedAt != nil
        case .statusRaw:
            let status = plainText()
            isSkipped = status == "skipped"
            return isSkipped || status == "completed"
        case .value:
            value = try? record.double(at: index)
            return value?.isMeasurable ?? false
        case .note:
            note = try? record.text(at: index)
            return note != nil
        case .skipReason:
            reason = try? record.text(at: index)
            return reason != nil
        case .timeSlotRaw:
            slot = plainText().flatMap(Slot.init(rawValue:))
            return slot != nil
        case .source:
            isHealth = plainText() == "healthkit"
            return isHealth
        case .photoFilename, .photoFilenamesData:
            return false
        }
    }

    private func key(_ name: UnsafeBufferPointer<UInt8>) -> Key? {
        for step in Self.names.indices {
            let index = (nextKey + step) % Self.names.count
            if Self.names[index].elementsEqual(name) { return Key(rawValue: index) }
        }
        return nil
    }
}
