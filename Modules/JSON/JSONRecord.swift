/// A JSON object with typed access to its members, valid while its bytes are.
package struct JSONRecord {
    private let tape: JSONTape
    /// Index of the token of the object.
    private let index: Int

    /// Nil if the bytes are not a JSON object.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let tape = try? JSONTape(bytes, owner: nil), tape.isObject else { return nil }
        self.init(tape, 0)
    }

    private init(_ tape: JSONTape, _ index: Int) {
        self.tape = tape
        self.index = index
    }

    /// The token of the value of a key; nil without the key. Keys with escapes are not found.
    private func value(_ key: StaticString) -> Int? {
        value(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    }

    private func value(named key: String) -> Int? {
        var key = key
        return key.withUTF8 { value($0) }
    }

    private func value(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        var position = index + 1
        for _ in 0..<tape.tokens[index].count {
            if let bytes = tape.plainBytes(at: position), bytes.elementsEqual(name) {
                return position + 1
            }
            position = Int(tape.tokens[position + 1].next)
        }
        return nil
    }

    /// True if the object has the key, also with the value null.
    package func has(_ key: String) -> Bool { value(named: key) != nil }

    /// A number, or a text with one.
    package func number(_ key: StaticString) -> Double? { number(at: value(key)) }

    /// A number, or a text with one.
    package func number(named key: String) -> Double? { number(at: value(named: key)) }

    private func number(at value: Int?) -> Double? {
        guard let value else { return nil }
        if let number = try? tape.double(at: value) { return number }
        return (try? tape.text(at: value)).flatMap { Double($0) }
    }

    /// An instant in milliseconds since 1970, UTC; nil for other values.
    package func instant(_ key: StaticString) -> Int64? {
        number(key).flatMap { Int64(exactly: $0.rounded()) }
    }

    /// A text that is not empty.
    package func text(_ key: StaticString) -> String? { text(at: value(key)) }

    /// A text that is not empty.
    package func text(named key: String) -> String? { text(at: value(named: key)) }

    private func text(at value: Int?) -> String? {
        guard let value, let text = try? tape.text(at: value), !text.isEmpty else {
            return nil
        }
        return text
    }

    /// The bytes of a text without escapes; nil for all other values.
    package func plainBytes(_ key: StaticString) -> UnsafeBufferPointer<UInt8>? {
        value(key).flatMap { tape.plainBytes(at: $0) }
    }

    package func record(_ key: StaticString) -> JSONRecord? { record(at: value(key)) }

    package func record(named key: String) -> JSONRecord? { record(at: value(named: key)) }

    private func record(at value: Int?) -> JSONRecord? {
        guard let value, tape.tokens[value].kind == .object else { return nil }
        return JSONRecord(tape, value)
    }

    /// The objects of an array; empty without the array.
    package func records(_ key: StaticString) -> [JSONRecord] {
        guard let value = value(key), tape.tokens[value].kind == .array else { return [] }
        var records: [JSONRecord] = []
        var element = value + 1
        for _ in 0..<tape.tokens[value].count {
            if tape.tokens[element].kind == .object { records.append(JSONRecord(tape, element)) }
            element = Int(tape.tokens[element].next)
        }
        return records
    }

    /// The elements of an array, nil for an element that is not a number; empty without the array.
    package func numbers(_ key: StaticString) -> [Double?] {
        guard let value = value(key), tape.tokens[value].kind == .array else { return [] }
        var numbers: [Double?] = []
        var element = value + 1
        for _ in 0..<tape.tokens[value].count {
            numbers.append(try? tape.double(at: element))
            element = Int(tape.tokens[element].next)
        }
        return numbers
    }
}
