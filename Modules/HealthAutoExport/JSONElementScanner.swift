/// Splits a JSON document of any size into the values that a caller wants, in blocks and with memory for
/// one value. Brackets, strings and keys are followed; the wanted values are parsed by the caller.
struct JSONElementScanner {
    /// A step to a value: the key of a member, or the index of an element.
    enum Step: Hashable {
        case key(String)
        case index(Int)
    }

    /// The scanned document has ended.
    private(set) var isComplete = false
    /// The reason why the rest of the document was not scanned; nil: none.
    private(set) var damage: String?
    /// Offset of the next byte.
    private(set) var offset: Int64 = 0
    /// Number of values that were longer than the limit, and were skipped.
    private(set) var overlong = 0

    private var path: [Step] = []
    /// True for each open object, false for each open array.
    private var isObject: [Bool] = []
    private var key: [UInt8] = []
    private var expectsKey = false
    private var isInString = false
    private var isEscaped = false
    private var isReadingKey = false
    /// The wanted value that is collected; nil between wanted values.
    private var collected: Collected?
    private let shouldCollect: ([Step]) -> Bool

    private struct Collected {
        var bytes: [UInt8] = []
        var offset: Int64
        /// Number of open containers before the value.
        var depth: Int
        /// True for a number or a literal, which ends before the next delimiter.
        var isPlain: Bool
        var isOverlong = false
    }

    private static let depthLimit = 64
    private static let keyLimit = 256
    /// Bytes of a wanted value.
    private static let valueLimit = 16 << 20

    /// `shouldCollect` decides on a value by its path.
    init(shouldCollect: @escaping ([Step]) -> Bool) {
        self.shouldCollect = shouldCollect
    }

    /// Scans the next bytes; `receive` gets each wanted value with its path and offset.
    mutating func consume(
        _ block: UnsafeRawBufferPointer,
        _ receive: ([Step], UnsafeRawBufferPointer, Int64) throws -> Void
    ) throws {
        for byte in block {
            guard damage == nil else { break }
            try scan(byte, receive)
            offset += 1
        }
    }

    private mutating func scan(
        _ byte: UInt8, _ receive: ([Step], UnsafeRawBufferPointer, Int64) throws -> Void
    ) throws {
        if isInString {
            append(byte)
            try scanString(byte, receive)
            return
        }
        if collected?.isPlain == true, Self.isDelimiter(byte) { try finish(receive) }
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09: append(byte)
        case UInt8(ascii: "\""):
            isReadingKey = expectsKey && collected == nil
            if isReadingKey { key.removeAll(keepingCapacity: true) } else { begin(isPlain: false) }
            append(byte)
            isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            begin(isPlain: false)
            append(byte)
            open(isObject: byte == UInt8(ascii: "{"))
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            append(byte)
            try close(isObject: byte == UInt8(ascii: "}"), receive)
        case UInt8(ascii: ","):
            append(byte)
            if collected == nil { advance() }
        case UInt8(ascii: ":"):
            append(byte)
            expectsKey = false
        default:
            begin(isPlain: true)
            append(byte)
        }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
            || byte <= 0x20
    }

    private mutating func scanString(
        _ byte: UInt8, _ receive: ([Step], UnsafeRawBufferPointer, Int64) throws -> Void
    ) throws {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
            if isReadingKey {
                isReadingKey = false
                setStep(.key(String(decoding: key, as: UTF8.self)))
            } else if collected?.depth == isObject.count {
                try finish(receive)
            }
            return
        }
        if isReadingKey, key.count < Self.keyLimit { key.append(byte) }
    }

    private mutating func setStep(_ step: Step) {
        if !path.isEmpty { path[path.count - 1] = step }
    }

    private mutating func append(_ byte: UInt8) {
        guard collected != nil else { return }
        if (collected?.bytes.count ?? 0) < Self.valueLimit {
            collected?.bytes.append(byte)
        } else {
            collected?.isOverlong = true
        }
    }

    /// Begins to collect a wanted value.
    private mutating func begin(isPlain: Bool) {
        guard collected == nil, shouldCollect(path) else { return }
        collected = Collected(offset: offset, depth: isObject.count, isPlain: isPlain)
    }

    private mutating func finish(
        _ receive: ([Step], UnsafeRawBufferPointer, Int64) throws -> Void
    ) throws {
        guard let value = collected else { return }
        collected = nil
        guard !value.isOverlong else {
            overlong += 1
            return
        }
        try value.bytes.withUnsafeBytes { try receive(path, $0, value.offset) }
    }

    private mutating func open(isObject opensObject: Bool) {
        guard isObject.count < Self.depthLimit else {
            damage = "its arrays and objects are more than \(Self.depthLimit) deep"
            return
        }
        isObject.append(opensObject)
        path.append(opensObject ? .key("") : .index(0))
        expectsKey = opensObject
    }

    private mutating func close(
        isObject closesObject: Bool,
        _ receive: ([Step], UnsafeRawBufferPointer, Int64) throws -> Void
    ) throws {
        guard isObject.last == closesObject else {
            damage = "its brackets do not match"
            return
        }
        isObject.removeLast()
        path.removeLast()
        expectsKey = false
        if collected?.depth == isObject.count { try finish(receive) }
        if isObject.isEmpty { isComplete = true }
    }

    /// Continues with the next member or element.
    private mutating func advance() {
        guard let isObject = isObject.last else { return }
        expectsKey = isObject
        if !isObject, case .index(let index) = path.last { setStep(.index(index + 1)) }
    }
}
