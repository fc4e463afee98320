import CivilTime
import HealthMetrics
import JSON
import Tracker

/// Reads the fields of one record and collects problems.
///
/// An absent field and a null field are equal.
struct RecordReader {
    let list: String
    private(set) var object: JSONObject
    /// The byte offset of the record in the document; nil without a text.
    let offset: Int?
    private(set) var problems: [DocumentProblem] = []

    init(_ object: JSONObject, in list: String, at offset: Int? = nil) {
        self.object = object
        self.list = list
        self.offset = offset
    }

    /// Removes and returns the value under the extension key.
    mutating func removeExtension() -> JSONValue? {
        object.removeValue(forKey: extensionKey)
    }

    mutating func report(_ reason: DocumentProblem.Reason, _ key: String) {
        problems.append(
            DocumentProblem(
                reason: reason, list: list, id: object["id"]?.string,
                name: object["name"]?.string ?? object["title"]?.string,
                activity: object["activityID"]?.string, key: key,
                value: object[key] ?? .null, offset: offset))
    }

    private func nonNullValue(_ key: String) -> JSONValue? {
        object[key].flatMap { $0 == .null ? nil : $0 }
    }

    /// Decodes a field with `read`. Returns nil if the field is absent, and reports a problem if it is
    /// invalid.
    mutating func field<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
        guard let value = nonNullValue(key) else { return nil }
        guard let result = read(value) else {
            report(.unreadable, key)
            return nil
        }
        return result
    }

    mutating func string(_ key: String) -> String? { field(key, \.string) }
    /// A name that conforms to ``RecordName``. An invalid name is reported and cleaned; an absent name is
    /// reported and replaced by `fallback`.
    mutating func name(_ key: String, default fallback: String) -> String {
        guard let written = string(key) else {
            report(.unfitName, key)
            return fallback
        }
        guard !RecordName.isValid(written) else { return written }
        report(.unfitName, key)
        return RecordName.cleaned(written) ?? fallback
    }

    mutating func double(_ key: String) -> Double? {
        field(key) { $0.double.flatMap { $0.isMeasurable ? $0 : nil } }
    }
    mutating func integer(_ key: String) -> Int? { field(key, \.integer) }
    /// A text within the limit of entries; a longer text is reported and omitted.
    mutating func entryText(_ key: String) -> String? {
        guard let text = string(key) else { return nil }
        guard text.utf8.count <= Entry.textLimit else {
            report(.tooLong, key)
            return nil
        }
        return text
    }

    /// A sort position, clamped to 32 bits.
    mutating func position(_ key: String) -> Int? {
        integer(key).map { min(max($0, Int(Int32.min)), Int(Int32.max)) }
    }
    mutating func bool(_ key: String) -> Bool? { field(key, \.bool) }

    mutating func instant(_ key: String) -> Int64? {
        field(key) { $0.string.flatMap(DocumentInstant.milliseconds) }
    }

    mutating func day(_ key: String, in zone: Zone) -> CivilDate? {
        instant(key).map(zone.civilDate(at:))
    }

    /// The day of a record. A missing day, or one outside of the measurable days, is reported.
    mutating func recordDay(_ key: String, in zone: Zone) -> CivilDate? {
        guard let day = day(key, in: zone) else {
            report(.missing, key)
            return nil
        }
        guard measurableDays.contains(day) else {
            report(.outOfTime, key)
            return nil
        }
        return day
    }

    /// A value of an enumeration; an unknown value is reported and omitted.
    mutating func enumValue<Value: RawRepresentable<String>>(_ key: String, as: Value.Type)
        -> Value?
    {
        guard let text = string(key) else { return nil }
        guard let value = Value(rawValue: text) else {
            report(.unknownValue, key)
            return nil
        }
        return value
    }

    mutating func blob<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
        field(key) { $0.string.flatMap(Blob.decode).flatMap(read) }
    }
}
