import FoundationEssentials

/// Encodes Codable types as JSON with sorted keys, in one pass and without a tree of values: the same
/// bytes as those of `JSONEncoder`, in a fraction of its time.
///
/// Rare forms (a nested container that is continued after another value, super encoders, dates, data,
/// numbers without a JSON text) are left to `JSONEncoder`.
package struct SortedJSONEncoder: Encoder {
    private let element: JSONElement

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The JSON text of a value.
    /// - Throws: Errors of the value's own encoding.
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        try encodeDirectly(value) ?? encodeWithFoundation(value)
    }

    /// The text that `JSONEncoder` produces, which ``encode(_:)`` has to equal.
    static func encodeWithFoundation(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    /// The JSON text; nil if the value has a form that is left to `JSONEncoder`.
    static func encodeDirectly(_ value: some Encodable) throws -> [UInt8]? {
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

    /// Writes a value that is already JSON text.
    package func append(_ json: UnsafeRawBufferPointer) {
        element.begin(.value)
        element.next()
        element.text.writer.append(json)
    }

    package func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        element.begin(.object)
        return KeyedEncodingContainer(KeyedBody(element: element))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        element.begin(.array)
        return UnkeyedBody(element: element)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer {
        element.begin(.value)
        return SingleBody(element: element)
    }
}

/// The text of one value while it is written.
private final class JSONText {
    /// Thrown for a form that is left to `JSONEncoder`.
    struct Unsupported: Error {}

    // Unchecked, here and below: all accesses are single steps on one thread, and the runtime checks
    // took a tenth of the time.
    @exclusivity(unchecked) var writer = JSONWriter()
    @exclusivity(unchecked) var isUnsupported = false
    /// The members of all open objects, those of the innermost last.
    @exclusivity(unchecked) var members: [Member] = []
    @exclusivity(unchecked) private var sorted: [UInt8] = []

    /// A key with the byte offsets of the start of its member and the end of its value.
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
        // Their own encoding would go through a coding key for each member.
        if Value.self == [String: Double].self, let members = value as? [String: Double] {
            return try append(members) { try append($0) }
        }
        if Value.self == [String: String].self, let members = value as? [String: String] {
            return append(members) { writer.append(text: $0) }
        }
        let element = JSONElement(self)
        try value.encode(to: SortedJSONEncoder(element))
        try element.end()
    }

    /// Writes an object whose values are written by `value`.
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

    /// Sorts the members of the innermost object, from `first` on; its text begins at byte `start`.
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
                // `JSONEncoder` keeps one of several equal keys.
                guard members[index - 1].key < members[index].key else { throw Unsupported() }
                sorted.append(UInt8(ascii: ","))
            }
            sorted += writer.bytes[members[index].start..<members[index].end]
        }
        writer.replace(from: start, with: sorted)
    }
}

/// One value in the text. Begun by the container that a type requests, ended by the enclosing value.
private final class JSONElement {
    enum Kind {
        case object, array, value
    }

    let text: JSONText
    @exclusivity(unchecked) private var kind: Kind?
    /// Byte offset behind the opening bracket.
    @exclusivity(unchecked) private var start = 0
    /// Index of an object's first member in the members of the text.
    @exclusivity(unchecked) private var firstMember = 0
    @exclusivity(unchecked) private(set) var count = 0

    /// A value that a type opened as a nested container; ends when this value is continued.
    @exclusivity(unchecked) private var inner: JSONElement?
    @exclusivity(unchecked) private var hasEnded = false

    init(_ text: JSONText) {
        self.text = text
    }

    /// Opens the value if it is not open yet. Two different kinds of container are unsupported.
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

    /// Begins the next member of an object.
    func next(_ key: some CodingKey) {
        next()
        let key = key.stringValue
        text.members.append(JSONText.Member(key: key, start: text.writer.bytes.count, end: 0))
        text.writer.append(text: key)
        text.writer.append(":")
    }

    /// Begins the next value.
    func next() {
        endInner()
        if hasEnded { text.isUnsupported = true }
        if count > 0 { text.writer.append(",") }
        count += 1
    }

    /// Opens a nested container as the value just begun.
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
        hasEnded = true
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

/// An encoder whose text is discarded, since the text is left to `JSONEncoder`.
private func unsupportedEncoder(_ text: JSONText) -> SortedJSONEncoder {
    text.isUnsupported = true
    return SortedJSONEncoder(JSONElement(JSONText()))
}
