import FoundationEssentials

/// Writes what Codable types say of themselves as JSON with sorted keys, in one pass and without a tree
/// of the values in between: the same bytes as `JSONEncoder` makes, in a fraction of its time.
///
/// Rare forms (nested containers that a type goes back to, encoders for a super class, dates, data,
/// numbers that JSON has no text for) are left to `JSONEncoder`.
struct BodyEncoder: Encoder {
    private let element: JSONElement

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The bytes; nil when the value has a form that is left to `JSONEncoder`.
    /// - Throws: What the value throws when it is asked to encode itself.
    static func encode(_ value: some Encodable) throws -> [UInt8]? {
        let text = JSONText()
        do {
            try text.encode(value)
        } catch is JSONText.Unsupported {
            return nil
        }
        return text.isUnsupported ? nil : text.writer.bytes
    }

    fileprivate init(_ element: JSONElement) {
        self.element = element
    }

    /// Writes the value as it is written already.
    func append(_ json: Bytes) {
        element.begin(.value)
        element.next()
        element.text.writer.append(json)
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        element.begin(.object)
        return KeyedEncodingContainer(KeyedBody(element: element))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        element.begin(.array)
        return UnkeyedBody(element: element)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        element.begin(.value)
        return SingleBody(element: element)
    }
}

/// The text of one body while it is written.
private final class JSONText {
    /// Thrown for a form that is left to `JSONEncoder`.
    struct Unsupported: Error {}

    // Unchecked, here and below: each access is a single step of one thread, and checking it took a
    // tenth of the time.
    @exclusivity(unchecked) var writer = JSONWriter()
    @exclusivity(unchecked) var isUnsupported = false
    /// The members of all objects that are open, those of the innermost last.
    @exclusivity(unchecked) var members: [Member] = []
    @exclusivity(unchecked) private var sorted: [UInt8] = []

    /// A key, and where it begins and its value ends.
    struct Member {
        var key: String
        var start: Int
        var end: Int
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        let isFoundation =
            Value.self == Date.self || Value.self == Data.self || Value.self == URL.self
            || Value.self == Decimal.self
        guard !isFoundation else { throw Unsupported() }
        // These would encode themselves through a key of its own for each member.
        if Value.self == [String: Double].self, let members = value as? [String: Double] {
            return try append(members) { try append($0) }
        }
        if Value.self == [String: String].self, let members = value as? [String: String] {
            return append(members) { writer.append(text: $0) }
        }
        let element = JSONElement(self)
        try value.encode(to: BodyEncoder(element))
        try element.end()
    }

    /// Writes an object, its members by `value`.
    private func append<Value, Failure: Error>(
        _ members: [String: Value], _ value: (Value) throws(Failure) -> Void
    ) throws(Failure) {
        writer.append("{")
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { writer.append(",") }
            writer.append(text: member.key)
            writer.append(":")
            try value(member.value)
        }
        writer.append("}")
    }

    func append(_ number: some BinaryFloatingPoint & LosslessStringConvertible) throws {
        guard number.isFinite else { throw Unsupported() }
        writer.append(number: number)
    }

    /// Closes the innermost object: its members are those from `first` on, its text begins at `start`.
    func sortMembers(from first: Int, start: Int) throws {
        defer { members.removeLast(members.count - first) }
        guard first + 1 < members.count else { return }
        var isSorted = true
        for index in first..<(members.count - 1) {
            members[index].end = members[index + 1].start - 1
            if members[index].key >= members[index + 1].key { isSorted = false }
        }
        guard !isSorted else { return }
        members[members.count - 1].end = writer.bytes.count
        members[first...].sort { $0.key < $1.key }
        sorted.removeAll(keepingCapacity: true)
        for index in first..<members.count {
            if index > first {
                // Of a key that comes twice, the general encoder keeps one.
                guard members[index - 1].key < members[index].key else { throw Unsupported() }
                sorted.append(UInt8(ascii: ","))
            }
            sorted += writer.bytes[members[index].start..<members[index].end]
        }
        writer.replace(from: start, with: sorted)
    }
}

/// One value in the text: begun by the container that a type asks for, ended by who holds the value.
private final class JSONElement {
    enum Kind {
        case object, array, value
    }

    let text: JSONText
    @exclusivity(unchecked) private var kind: Kind?
    /// Behind the opening bracket.
    @exclusivity(unchecked) private var start = 0
    /// Of an object, in the members of the text.
    @exclusivity(unchecked) private var firstMember = 0
    @exclusivity(unchecked) private(set) var count = 0

    /// A value that a type opened by hand within this one, which ends when this one goes on.
    @exclusivity(unchecked) private var inner: JSONElement?
    @exclusivity(unchecked) private var isOver = false

    init(_ text: JSONText) {
        self.text = text
    }

    /// Opens the value, or goes on with it when it is open.
    func begin(_ kind: Kind) {
        guard self.kind == nil else {
            if self.kind != kind { text.isUnsupported = true }
            return
        }
        self.kind = kind
        switch kind {
        case .object: text.writer.append("{")
        case .array: text.writer.append("[")
        case .value: break
        }
        start = text.writer.bytes.count
        firstMember = text.members.count
    }

    /// Makes room for the next member of an object.
    func next(_ key: some CodingKey) {
        next()
        let key = key.stringValue
        text.members.append(JSONText.Member(key: key, start: text.writer.bytes.count, end: 0))
        text.writer.append(text: key)
        text.writer.append(":")
    }

    /// Makes room for the next value.
    func next() {
        endInner()
        if isOver { text.isUnsupported = true }
        if count > 0 { text.writer.append(",") }
        count += 1
    }

    /// A value that a type opens by hand in the room that was made.
    func openInner(_ kind: Kind) -> JSONElement {
        let element = JSONElement(text)
        element.begin(kind)
        inner = element
        return element
    }

    private func endInner() {
        guard let inner else { return }
        self.inner = nil
        do { try inner.end() } catch { text.isUnsupported = true }
    }

    func end() throws {
        endInner()
        isOver = true
        switch kind {
        case .object:
            try text.sortMembers(from: firstMember, start: start)
            text.writer.append("}")
        case .array: text.writer.append("]")
        case .value: if count != 1 { throw JSONText.Unsupported() }
        case nil: throw JSONText.Unsupported()
        }
    }
}

private struct KeyedBody<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let element: JSONElement
    var codingPath: [any CodingKey] { [] }
    private var text: JSONText { element.text }

    init(element: JSONElement) {
        self.element = element
    }

    func encodeNil(forKey key: Key) {
        element.next(key)
        text.writer.append(raw: "null")
    }

    func encode(_ value: Bool, forKey key: Key) {
        element.next(key)
        text.writer.append(raw: value ? "true" : "false")
    }

    func encode(_ value: String, forKey key: Key) {
        element.next(key)
        text.writer.append(text: value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        element.next(key)
        try text.append(value)
    }

    func encode(_ value: Int, forKey key: Key) {
        element.next(key)
        text.writer.append(raw: value.description)
    }

    func encode(_ value: Int64, forKey key: Key) {
        element.next(key)
        text.writer.append(raw: value.description)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        element.next(key)
        try text.encode(value)
    }

    func nestedContainer<NestedKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        element.next(key)
        return KeyedEncodingContainer(KeyedBody<NestedKey>(element: element.openInner(.object)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        element.next(key)
        return UnkeyedBody(element: element.openInner(.array))
    }

    func superEncoder() -> any Encoder { unsupportedEncoder(text) }
    func superEncoder(forKey key: Key) -> any Encoder { unsupportedEncoder(text) }
}

private struct UnkeyedBody: UnkeyedEncodingContainer {
    let element: JSONElement
    var codingPath: [any CodingKey] { [] }
    var count: Int { element.count }

    func encodeNil() {
        element.next()
        element.text.writer.append(raw: "null")
    }

    func encode(_ value: some Encodable) throws {
        element.next()
        try element.text.encode(value)
    }

    func nestedContainer<NestedKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        element.next()
        return KeyedEncodingContainer(KeyedBody<NestedKey>(element: element.openInner(.object)))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        element.next()
        return UnkeyedBody(element: element.openInner(.array))
    }

    func superEncoder() -> any Encoder { unsupportedEncoder(element.text) }
}

private struct SingleBody: SingleValueEncodingContainer {
    let element: JSONElement
    var codingPath: [any CodingKey] { [] }

    private func append(raw value: String) {
        element.next()
        element.text.writer.append(raw: value)
    }

    func encodeNil() { append(raw: "null") }
    func encode(_ value: Bool) { append(raw: value ? "true" : "false") }
    func encode(_ value: Int) { append(raw: value.description) }
    func encode(_ value: Int8) { append(raw: value.description) }
    func encode(_ value: Int16) { append(raw: value.description) }
    func encode(_ value: Int32) { append(raw: value.description) }
    func encode(_ value: Int64) { append(raw: value.description) }
    func encode(_ value: UInt) { append(raw: value.description) }
    func encode(_ value: UInt8) { append(raw: value.description) }
    func encode(_ value: UInt16) { append(raw: value.description) }
    func encode(_ value: UInt32) { append(raw: value.description) }
    func encode(_ value: UInt64) { append(raw: value.description) }

    func encode(_ value: String) {
        element.next()
        element.text.writer.append(text: value)
    }

    func encode(_ value: Double) throws {
        element.next()
        try element.text.append(value)
    }

    func encode(_ value: Float) throws {
        element.next()
        try element.text.append(value)
    }

    func encode(_ value: some Encodable) throws {
        element.next()
        try element.text.encode(value)
    }
}

/// An encoder whose text goes nowhere: the body is left to `JSONEncoder`.
private func unsupportedEncoder(_ text: JSONText) -> BodyEncoder {
    text.isUnsupported = true
    return BodyEncoder(JSONElement(JSONText()))
}
