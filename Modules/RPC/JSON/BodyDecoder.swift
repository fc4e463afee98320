import FoundationEssentials

/// Hands Codable types what they ask of a JSON text: what `JSONDecoder` would, in a fraction of its
/// time.
///
/// Rare forms (dates, data, decoders for a super class, whole numbers written as fractions) and
/// everything that goes wrong are left to `JSONDecoder`, whose errors say where.
struct BodyDecoder: Decoder {
    private let tape: JSONTape
    private let index: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The value; nil when it is left to `JSONDecoder`.
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: Bytes) -> Value? {
        guard let tape = JSONTape(bytes), let value = try? tape.value(type, at: 0) else {
            return nil
        }
        return tape.isRare ? nil : value
    }

    fileprivate init(_ tape: JSONTape, at index: Int) {
        self.tape = tape
        self.index = index
    }

    /// The value as it is written.
    var text: Bytes { tape.written(at: index) }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedValues(tape, at: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try UnkeyedValues(tape, at: index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
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
        // These decode themselves by looking each of their keys up again.
        if Value.self == [String: Double].self { return try same(members(at: index, double)) }
        if Value.self == [String: String].self { return try same(members(at: index, text)) }
        let isRareType =
            Value.self == Float.self || Value.self == Date.self || Value.self == Data.self
            || Value.self == URL.self || Value.self == Decimal.self
        guard !isRareType else {
            isRare = true
            throw Mismatch()
        }
        return try Value(from: BodyDecoder(self, at: index))
    }

    /// The value as what it is; a dynamic cast takes longer than reading most values does.
    /// - Precondition: The two types are one.
    @inline(__always)
    private func same<From, To>(_ value: From) -> To {
        withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: To.self) }
    }

    /// An object's members, read by `value`. Of a key that comes twice, the first counts.
    private func members<Value>(
        at index: Int, _ value: (Int) throws(Mismatch) -> Value
    ) throws -> [String: Value] {
        guard tokens[index].kind == .object else { throw Mismatch() }
        var members: [String: Value] = [:]
        members.reserveCapacity(Int(tokens[index].count))
        var key = index + 1
        for _ in 0..<tokens[index].count {
            let name = try text(at: key)
            if members[name] == nil { members[name] = try value(key + 1) }
            key = Int(tokens[key + 1].next)
        }
        return members
    }

    fileprivate func isNull(at index: Int) -> Bool { tokens[index].kind == .null }

    fileprivate func rareDecoder() throws -> any Decoder {
        isRare = true
        throw Mismatch()
    }
}

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let tape: JSONTape
    private let index: Int
    /// Where the values are, of objects with many members.
    private let places: [String: Int]?

    /// More are not looked through one after the other.
    private static var few: Int { 24 }

    var codingPath: [any CodingKey] { [] }

    init(_ tape: JSONTape, at index: Int) throws {
        guard tape.tokens[index].kind == .object else { throw JSONTape.Mismatch() }
        self.tape = tape
        self.index = index
        guard tape.tokens[index].count > Self.few else {
            places = nil
            return
        }
        var places: [String: Int] = [:]
        try Self.members(of: tape, at: index) { key, value in
            // Of a key that comes twice, the first counts.
            let text = try tape.text(at: key)
            if places[text] == nil { places[text] = value }
            return false
        }
        self.places = places
    }

    /// Goes through the members until `body` says that it is enough.
    private static func members(
        of tape: JSONTape, at index: Int, _ body: (_ key: Int, _ value: Int) throws -> Bool
    ) rethrows {
        var key = index + 1
        for _ in 0..<tape.tokens[index].count {
            if try body(key, key + 1) { return }
            key = Int(tape.tokens[key + 1].next)
        }
    }

    /// The token of a key's value.
    private func place(_ key: Key) throws -> Int? {
        var name = key.stringValue
        if let places { return places[name] }
        let tape = tape
        return try name.withUTF8 { wanted in
            var found: Int?
            try Self.members(of: tape, at: index) { key, value in
                let token = tape.tokens[key]
                let isEqual =
                    token.kind == .text
                    ? tape.content(of: token, is: wanted)
                    : try tape.text(at: key).utf8.elementsEqual(wanted)
                if isEqual { found = value }
                return isEqual
            }
            return found
        }
    }

    private func existing(_ key: Key) throws -> Int {
        guard let place = try place(key) else { throw JSONTape.Mismatch() }
        return place
    }

    var allKeys: [Key] {
        var keys: [Key] = []
        Self.members(of: tape, at: index) { key, _ in
            guard let text = try? tape.text(at: key) else {
                tape.isRare = true
                return true
            }
            if let key = Key(stringValue: text) { keys.append(key) }
            return false
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { (try? place(key)) != nil }

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
        try present(key).map { place throws in try tape.text(at: place) }
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key).map { place throws in try tape.double(at: place) }
    }

    func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type, forKey key: Key
    ) throws -> Value? {
        try present(key).map { place throws in try tape.value(type, at: place) }
    }

    /// The token of a key's value; nil when there is none, or null.
    private func present(_ key: Key) throws -> Int? {
        guard let place = try place(key), !tape.isNull(at: place) else { return nil }
        return place
    }

    func nestedContainer<NestedKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(try KeyedValues<NestedKey>(tape, at: existing(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try UnkeyedValues(tape, at: existing(key))
    }

    func superDecoder() throws -> any Decoder { try tape.rareDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try tape.rareDecoder() }
}

private struct UnkeyedValues: UnkeyedDecodingContainer {
    private let tape: JSONTape
    private let size: Int
    private var place: Int
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var count: Int? { size }
    var isAtEnd: Bool { currentIndex >= size }

    init(_ tape: JSONTape, at index: Int) throws {
        guard tape.tokens[index].kind == .array else { throw JSONTape.Mismatch() }
        self.tape = tape
        size = Int(tape.tokens[index].count)
        place = index + 1
    }

    /// The element that comes next; it is passed over once `body` has read it.
    @inline(__always)
    private mutating func next<Value>(_ body: (Int) throws -> Value) throws -> Value {
        guard !isAtEnd else { throw JSONTape.Mismatch() }
        let value = try body(place)
        place = Int(tape.tokens[place].next)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw JSONTape.Mismatch() }
        guard tape.isNull(at: place) else { return false }
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

    mutating func superDecoder() throws -> any Decoder { try tape.rareDecoder() }
}

private struct SingleValue: SingleValueDecodingContainer {
    let tape: JSONTape
    let index: Int

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { tape.isNull(at: index) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try tape.value(type, at: index)
    }
}
