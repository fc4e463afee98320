import JSON

/// The codec of one list of a document: converts records to values and back.
protocol RecordCodec<Value>: Sendable {
    associatedtype Value: Codable & Equatable & Sendable

    static var list: String { get }

    /// Decodes a record. Returns nil and reports a problem if the record is rejected.
    func read(_ reader: inout RecordReader) -> Value?
    /// Encodes a value that was not imported.
    func write(_ value: Value) -> JSONObject
    /// The value with the style of its source record, as far as a value can store it.
    func recordingStyle(of record: JSONObject, in value: Value) -> Value
    /// The record in the style of the value.
    func styled(_ record: JSONObject, as value: Value) -> JSONObject
    /// The key of the value, unique in its list.
    func key(of value: Value) -> String
    /// The value without fields that other lists contain or that the format does not have.
    func ownPart(of value: Value) -> Value
    /// True if a value from the extension key of a record is valid.
    func isAllowed(_ value: Value) -> Bool
    /// Fields that refer to records of other lists. They can name records that were rejected.
    static var references: [String] { get }
}

extension RecordCodec {
    /// The list as JSON, with the residue of each record, and with extensions for values that the format
    /// cannot represent.
    func list(of values: some Sequence<Value>, residue: TrackerResidue) -> JSONValue {
        let records = values.map { record(of: $0, residue: residue) }
        return .array(records.map(JSONValue.object) + (residue.unrepresented[Self.list] ?? []))
    }

    /// The record of a value. If the format cannot represent the whole value, the record contains the value
    /// under `extensionKey`, which the seed tracker ignores.
    func record(of value: Value, residue: TrackerResidue) -> JSONObject {
        let canonical = write(value)
        var object = residue.restored(
            canonical, styled: styled(canonical, as: value), list: Self.list, id: key(of: value))
        // The residue can represent a value that the normal form does not, and vice versa.
        var normalized = object
        for key in Self.references { normalized[key] = canonical[key] }
        guard !isComplete(canonical, for: value), !isComplete(normalized, for: value),
            let extensionValue = try? JSONValue(encoding: ownPart(of: value))
        else { return object }
        object[extensionKey] = extensionValue
        return object
    }

    /// The value of a record: that of the extension key unless another program changed the fields.
    func readWithExtension(_ reader: inout RecordReader) -> Value? {
        let extensionValue = reader.removeExtension()
        let plain = read(&reader)
        guard let plain, let extensionValue,
            let value = try? StrictJSONDecoder.decode(Value.self, from: extensionValue.text),
            write(value) == write(plain), isAllowed(value)
        else { return plain }
        return ownPart(of: value)
    }

    func ownPart(of value: Value) -> Value { value }

    func recordingStyle(of record: JSONObject, in value: Value) -> Value { value }

    func styled(_ record: JSONObject, as value: Value) -> JSONObject { record }

    func isAllowed(_ value: Value) -> Bool { true }

    static var references: [String] { [] }

    /// True if a record represents the whole value.
    private func isComplete(_ object: JSONObject, for value: Value) -> Bool {
        var reader = RecordReader(object, in: Self.list)
        return read(&reader) == ownPart(of: value)
    }
}

/// The key under which a record or document has data beyond the format.
package let extensionKey = "dayline"
