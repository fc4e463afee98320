import CivilTime
import Metrics
import Tracker

/// Reads the fields of one record, and notes what could not be taken as it is.
///
/// An absent field and a null one are the same: not given.
struct RecordReader {
    let list: String
    private(set) var object: JSONObject
    /// Where the record begins in the document's text.
    let offset: Int?
    private(set) var problems: [DocumentProblem] = []

    init(_ object: JSONObject, in list: String, at offset: Int? = nil) {
        self.object = object
        self.list = list
        self.offset = offset
    }

    /// The value that stands beside the fields, which is no field itself.
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

    /// A field of any form; one that `read` refuses is noted and not given.
    mutating func field<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
        guard let value = nonNullValue(key) else { return nil }
        guard let result = read(value) else {
            report(.unreadable, key)
            return nil
        }
        return result
    }

    mutating func string(_ key: String) -> String? { field(key, \.string) }
    /// A name by the rule of ``RecordName``. A name that does not fit is noted and cleaned; without one
    /// the record has the name `otherwise`.
    mutating func name(_ key: String, default otherwise: String) -> String {
        guard let written = string(key) else {
            report(.unfitName, key)
            return otherwise
        }
        guard !RecordName.isValid(written) else { return written }
        report(.unfitName, key)
        return RecordName.cleaned(written) ?? otherwise
    }

    mutating func double(_ key: String) -> Double? {
        field(key) { $0.double.flatMap { $0.isMeasurable ? $0 : nil } }
    }
    mutating func integer(_ key: String) -> Int? { field(key, \.integer) }
    /// A text that an entry can hold; a longer one is told, and is not given.
    mutating func entryText(_ key: String) -> String? {
        guard let text = string(key) else { return nil }
        guard text.utf8.count <= Entry.textLimit else {
            report(.tooLong, key)
            return nil
        }
        return text
    }

    /// A place in a list; one that lies further off than any list is long is as near as that.
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

    /// The day that a record is of; what is missing, or no day to write on, is noted.
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

    /// One of a list of words; another word is noted, and is not given.
    mutating func enumValue<Word: RawRepresentable<String>>(_ key: String, as: Word.Type) -> Word? {
        guard let text = string(key) else { return nil }
        guard let word = Word(rawValue: text) else {
            report(.unknownValue, key)
            return nil
        }
        return word
    }

    mutating func blob<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
        field(key) { $0.string.flatMap(Blob.decode).flatMap(read) }
    }
}
