import FoundationEssentials

/// One of the document's lists: how a record of it becomes a value, and back.
protocol RecordCodec<Value>: Sendable {
    associatedtype Value: Codable & Equatable & Sendable

    static var list: String { get }

    /// `nil`, and a problem in the reader, when the record cannot be taken.
    func read(_ reader: inout RecordReader) -> Value?
    /// The record as an export of a value that was never read from a document has it.
    func write(_ value: Value) -> JSONObject
    /// The value with as much of how a record writes it as a value can keep.
    func recordingStyle(of record: JSONObject, in value: Value) -> Value
    /// The record in the style that the value was read in.
    func styled(_ record: JSONObject, as value: Value) -> JSONObject
    /// What names the value among those of its list.
    func key(of value: Value) -> String
    /// The value without what is written elsewhere, or not at all.
    func ownPart(of value: Value) -> Value
    /// Whether a value that stands beside a record is one that can be kept.
    func isAllowed(_ value: Value) -> Bool
    /// Fields that name something of another list, and may name what was left out.
    static var references: [String] { get }
}

extension RecordCodec {
    /// A list as it is written, each record with what the document once said beyond the domain, and
    /// with what the domain says beyond the format.
    func list(of values: some Sequence<Value>, residue: TrackerResidue) -> JSONValue {
        let records = values.map { record(of: $0, residue: residue) }
        return .array(records.map(JSONValue.object) + (residue.kept[Self.list] ?? []))
    }

    /// A value as the format writes it; where that is not all of it, the value itself stands beside
    /// it under a key that the seed tracker passes over.
    func record(of value: Value, residue: TrackerResidue) -> JSONObject {
        let canonical = write(value)
        var object = residue.restored(
            canonical, styled: styled(canonical, as: value), list: Self.list, id: key(of: value))
        // Odd fields may say a value that their normal form does not, and the other way round.
        var judged = object
        for key in Self.references { judged[key] = canonical[key] }
        guard !isComplete(canonical, for: value), !isComplete(judged, for: value),
            let own = try? JSONEncoder().encode(ownPart(of: value)),
            let beside = try? JSONReader.value(of: Array(own))
        else { return object }
        object[extensionKey] = beside
        return object
    }

    /// The value of a record: the one that stands beside its fields, unless somebody changed these.
    func readWithExtension(_ reader: inout RecordReader) -> Value? {
        let beside = reader.removeExtension()
        let plain = read(&reader)
        guard let plain, let beside, let data = try? JSONEncoder().encode(beside),
            let value = try? JSONDecoder().decode(Value.self, from: data),
            write(value) == write(plain), isAllowed(value)
        else { return plain }
        return ownPart(of: value)
    }

    func ownPart(of value: Value) -> Value { value }

    func recordingStyle(of record: JSONObject, in value: Value) -> Value { value }

    func styled(_ record: JSONObject, as value: Value) -> JSONObject { record }

    func isAllowed(_ value: Value) -> Bool { true }

    static var references: [String] { [] }

    /// Whether a record says all of a value.
    private func isComplete(_ object: JSONObject, for value: Value) -> Bool {
        var reader = RecordReader(object, in: Self.list)
        return read(&reader) == ownPart(of: value)
    }
}

/// Where a record, or the document, says what the format cannot.
package let extensionKey = "dayline"
