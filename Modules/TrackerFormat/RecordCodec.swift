/// One of the document's lists: how a record of it becomes a value, and back.
protocol RecordCodec<Value> {
    associatedtype Value

    static var list: String { get }

    /// `nil`, and a problem in the reader, when the record cannot be taken.
    func read(_ reader: inout RecordReader) -> Value?
    func write(_ value: Value) -> JSONObject
    /// What names the value among those of its list.
    func key(of value: Value) -> String
}

extension RecordCodec {
    /// A list as it is written, each record with what the document once said beyond the domain.
    func list(of values: some Sequence<Value>, residue: TrackerResidue) -> JSONValue {
        let records = values.map { value in
            residue.restored(write(value), list: Self.list, id: key(of: value))
        }
        return .array(records.map(JSONValue.object) + (residue.kept[Self.list] ?? []))
    }
}
