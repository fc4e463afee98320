import FoundationEssentials

/// Decodes Codable types from a JSON text with the results of `JSONDecoder` on strict JSON, in a
/// fraction of its time.
package struct StrictJSONDecoder: Decoder {
    private let tape: JSONTape
    private let index: Int

    package var codingPath: [any CodingKey] { tape.path(to: index) }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Decodes the text in `bytes`, whose memory is kept by `owner` or, if that is nil, by the caller.
    /// - Throws: A `JSONFault` if the text is not JSON, a `DecodingError` if it is not a `Value`, and
    ///   errors of the value's own decoding.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: UnsafeRawBufferPointer, owner: AnyObject?
    ) throws -> Value {
        let tape = try JSONTape(bytes, owner: owner)
        do {
            return try tape.value(type, at: 0)
        } catch let mismatch as JSONTape.Mismatch {
            throw tape.error(mismatch)
        }
    }

    package static func decode<Value: Decodable>(
        _ type: Value.Type, from text: [UInt8]
    ) throws -> Value {
        try text.withUnsafeBytes { try decode(type, from: $0, owner: nil) }
    }

    fileprivate init(_ tape: JSONTape, at index: Int) {
        self.tape = tape
        self.index = index
    }

    /// The JSON text of the value, in the memory of the whole text.
    package var rawText: UnsafeRawBufferPointer { tape.rawText(at: index) }
    /// The object that keeps the text in memory; nil if the caller does.
    package var owner: AnyObject? { tape.owner }

    package func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedValues(tape, at: index))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try UnkeyedValues(tape, at: index)
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleValue(tape: tape, index: index)
    }
}

extension JSONTape {
    @inline(__always)
    fileprivate func value<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        if Value.self == String.self { return try same(text(at: index)) }
        if Value.self == Double.self { return try same(double(at: index)) }
        if Value.self == Bool.self { return try same(bool(at: index)) }
        if Value.self == Int.self { return try same(integer(at: index) as Int) }
        if Value.self == Int64.self { return try same(integer(at: index) as Int64) }
        if Value.self == Int32.self { return try same(integer(at: index) as Int32) }
        if Value.self == Int16.self { return try same(integer(at: index) as Int16) }
        if Value.self == Int8.self { return try same(integer(at: index) as Int8) }
        if Value.self == UInt.self { return try same(integer(at: index) as UInt) }
        if Value.self == UInt64.self { return try same(integer(at: index) as UInt64) }
        if Value.self == UInt32.self { return try same(integer(at: index) as UInt32) }
        if Value.self == UInt16.self { return try same(integer(at: index) as UInt16) }
        if Value.self == UInt8.self { return try same(integer(at: index) as UInt8) }
        if Value.self == JSONValue.self { return try same(json(at: index)) }
        // Their own decoding would search for each of their keys again.
        if Value.self == [String: Double].self { return try same(members(at: index, double)) }
        if Value.self == [String: String].self { return try same(members(at: index, text)) }
        if Value.self == Float.self { return try same(float(at: index)) }
        // Foundation has special encodings for these types.
        if Value.self == Data.self { return try same(data(at: index)) }
        if Value.self == URL.self { return try same(url(at: index)) }
        return try Value(from: StrictJSONDecoder(self, at: index))
    }

    /// The value as `To`. A dynamic cast takes longer than decoding most values.
    /// - Precondition: `From` and `To` are the same type.
    @inline(__always)
    private func same<From, To>(_ value: From) -> To {
        withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: To.self) }
    }

    private func float(at index: Int) throws(Mismatch) -> Float {
        let number = Float(try double(at: index))
        guard number.isFinite else { throw Mismatch(index: index, problem: .number) }
        return number
    }

    private func data(at index: Int) throws(Mismatch) -> Data {
        guard let data = Data(base64Encoded: try text(at: index)) else {
            throw Mismatch(index: index, problem: .text)
        }
        return data
    }

    private func url(at index: Int) throws(Mismatch) -> URL {
        guard let url = URL(string: try text(at: index)) else {
            throw Mismatch(index: index, problem: .text)
        }
        return url
    }

    /// An object's members, decoded by `value`. The first of several equal keys is used.
    private func members<Value>(
        at index: Int, _ value: (Int) throws(Mismatch) -> Value
    ) throws -> [String: Value] {
        guard tokens[index].kind == .object else {
            throw Mismatch(index: index, problem: .type([String: Any].self))
        }
        var members: [String: Value] = [:]
        members.reserveCapacity(Int(tokens[index].count))
        try forEachMember(of: index) { key, index throws(Mismatch) in
            let name = try text(at: key)
            if members[name] == nil { members[name] = try value(index) }
        }
        return members
    }

    fileprivate func isNull(at index: Int) -> Bool { tokens[index].kind == .null }
}

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let tape: JSONTape
    private let index: Int
    /// Token indices of the values by key; nil for small objects, which are searched linearly.
    private let positions: [String: Int]?

    /// The largest number of members that is searched linearly.
    private static var few: Int { 24 }

    var codingPath: [any CodingKey] { tape.path(to: index) }

    init(_ tape: JSONTape, at index: Int) throws {
        guard tape.tokens[index].kind == .object else {
            throw JSONTape.Mismatch(index: index, problem: .type([String: Any].self))
        }
        self.tape = tape
        self.index = index
        guard tape.tokens[index].count > Self.few else {
            positions = nil
            return
        }
        var values: [String: Int] = [:]
        try tape.forEachMember(of: index) { key, value in
            // The first of several equal keys is used.
            let text = try tape.text(at: key)
            if values[text] == nil { values[text] = value }
        }
        self.positions = values
    }

    /// The token index of a key's value; nil if the key is missing.
    private func position(of key: Key) throws -> Int? {
        var name = key.stringValue
        if let positions { return positions[name] }
        let tape = tape
        return try name.withUTF8 { wanted in
            var member = index + 1
            for _ in 0..<tape.tokens[index].count {
                let token = tape.tokens[member]
                let isEqual =
                    token.kind == .text
                    ? tape.content(of: token, is: wanted)
                    : try tape.text(at: member).utf8.elementsEqual(wanted)
                if isEqual { return member + 1 }
                member = Int(tape.tokens[member + 1].next)
            }
            return nil
        }
    }

    private func existing(_ key: Key) throws -> Int {
        guard let position = try position(of: key) else {
            throw JSONTape.Mismatch(index: index, problem: .missing(key))
        }
        return position
    }

    var allKeys: [Key] {
        var keys: [Key] = []
        tape.forEachMember(of: index) { key, _ in
            // The scanner has accepted the key, so decoding its text cannot fail.
            if let text = try? tape.text(at: key), let key = Key(stringValue: text) {
                keys.append(key)
            }
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { (try? position(of: key)) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { tape.isNull(at: try existing(key)) }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try tape.text(at: existing(key))
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try tape.double(at: existing(key))
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try tape.integer(at: existing(key))
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try tape.value(type, at: existing(key))
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key).map { position throws in try tape.text(at: position) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key).map { position throws in try tape.double(at: position) }
    }

    func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type, forKey key: Key
    ) throws -> Value? {
        try present(key).map { position throws in try tape.value(type, at: position) }
    }

    /// The token index of a key's value; nil if the key is missing or its value is null.
    private func present(_ key: Key) throws -> Int? {
        guard let position = try position(of: key), !tape.isNull(at: position) else { return nil }
        return position
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(try KeyedValues<NestedKey>(tape, at: existing(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try UnkeyedValues(tape, at: existing(key))
    }

    func superDecoder() throws -> any Decoder {
        guard let key = Key(stringValue: "super") else { return StrictJSONDecoder(tape, at: index) }
        return try superDecoder(forKey: key)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        StrictJSONDecoder(tape, at: try existing(key))
    }
}

private struct UnkeyedValues: UnkeyedDecodingContainer {
    private let tape: JSONTape
    private let index: Int
    private let size: Int
    private var position: Int
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { tape.path(to: index) }
    var count: Int? { size }
    var isAtEnd: Bool { currentIndex >= size }

    init(_ tape: JSONTape, at index: Int) throws {
        guard tape.tokens[index].kind == .array else {
            throw JSONTape.Mismatch(index: index, problem: .type([Any].self))
        }
        self.tape = tape
        self.index = index
        size = Int(tape.tokens[index].count)
        position = index + 1
    }

    /// Decodes the next element with `body` and advances behind it.
    @inline(__always)
    private mutating func next<Value>(_ body: (Int) throws -> Value) throws -> Value {
        try checkRest()
        let value = try body(position)
        position = Int(tape.tokens[position].next)
        currentIndex += 1
        return value
    }

    private func checkRest() throws {
        guard isAtEnd else { return }
        throw JSONTape.Mismatch(
            index: index, problem: .missing(JSONPathKey(intValue: currentIndex)))
    }

    mutating func decodeNil() throws -> Bool {
        try checkRest()
        guard tape.isNull(at: position) else { return false }
        return try next { _ in true }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let tape = tape
        return try next { try tape.value(type, at: $0) }
    }

    mutating func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let tape = tape
        return try next { KeyedDecodingContainer(try KeyedValues<NestedKey>(tape, at: $0)) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let tape = tape
        return try next { try UnkeyedValues(tape, at: $0) }
    }

    mutating func superDecoder() throws -> any Decoder {
        let tape = tape
        return try next { StrictJSONDecoder(tape, at: $0) }
    }
}

private struct SingleValue: SingleValueDecodingContainer {
    let tape: JSONTape
    let index: Int

    var codingPath: [any CodingKey] { tape.path(to: index) }

    func decodeNil() -> Bool { tape.isNull(at: index) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try tape.value(type, at: index)
    }
}
