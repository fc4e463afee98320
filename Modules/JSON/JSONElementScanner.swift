/// Splits a JSON document of any size into the values that a caller wants, in blocks and with memory for
/// one value. Brackets, strings and keys are followed; the wanted values are parsed by the caller.
package struct JSONElementScanner {
    /// A step to a value: the key of a member, or the index of an element.
    package enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    /// The form in which a caller wants a value.
    package enum Choice: Hashable, Sendable {
        /// The value is not wanted; values within it may be.
        case skip
        /// The value is wanted as a whole.
        case whole
        /// An object is wanted at its end, without bytes, after the wanted values within it. Any other value
        /// is wanted as a whole.
        case members
    }

    /// The scanned document has ended.
    package private(set) var isComplete = false
    /// The reason why the rest of the document was not scanned; nil: none.
    package private(set) var damage: String?
    /// Offset of the next byte.
    package private(set) var offset: Int64 = 0
    /// The wanted values that were longer than the limit, and were skipped.
    package private(set) var overlong: [Overlong] = []

    /// A value of more than 1 MiB.
    package struct Overlong: Hashable, Sendable {
        package var path: [Step]
        package var offset: Int64
        /// The first bytes, at most 1,024.
        package var head: [UInt8]
    }

    private var path: [Step] = []
    /// True for each open object, false for each open array.
    private var isObject: [Bool] = []
    /// For each open array, the choice for its elements; nil before the first element, and for objects.
    private var elementChoices: [Choice?] = []
    /// For each open container, its offset if it is wanted at its end.
    private var objectOffsets: [Int64?] = []
    private var key: [UInt8] = []
    private var expectsKey = false
    private var isInString = false
    private var isEscaped = false
    private var isReadingKey = false
    /// The wanted value that is collected; nil between wanted values.
    private var collected: Collected?
    /// Index in the block behind the bytes that were collected.
    private var collectedUpTo = 0
    private let choose: ([Step]) -> Choice

    private struct Collected {
        var bytes: [UInt8] = []
        var offset: Int64
        /// Number of open containers before the value.
        var depth: Int
        /// True for a number or a literal, which ends before the next delimiter.
        var isPlain: Bool
        var isOverlong = false
    }

    static let depthLimit = 64
    private static let keyLimit = 256
    /// Bytes of a wanted value. The tokens of a parsed value take up to sixteen times as many bytes.
    private static let valueLimit = 1 << 20

    /// Bytes of an overlong value that are known.
    private static let headLength = 1024

    /// `choose` decides on a value by its path. The elements of an array are decided alike, by the path of
    /// the first one.
    package init(choosing choose: @escaping ([Step]) -> Choice) {
        self.choose = choose
    }

    /// Wants the values for whose path `shouldCollect` is true as a whole.
    package init(shouldCollect: @escaping ([Step]) -> Bool) {
        self.init { (path: [Step]) -> Choice in shouldCollect(path) ? .whole : .skip }
    }

    /// Scans the next bytes; `receive` gets each wanted value with its path and offset, and an object that is
    /// wanted at its end without bytes.
    ///
    /// `parse` can read a wanted array or object in place: it gets the bytes of the block from the
    /// beginning of the value, and returns the length of the value, or 0 for a value that `receive` gets.
    /// It may read elements that follow in the same array as well: the length then is that up to the end of
    /// the last, and the indices of later paths do not count the other ones.
    package mutating func consume(
        _ block: UnsafeRawBufferPointer,
        parsing parse: ([Step], UnsafeRawBufferPointer, Int64) throws -> Int = { _, _, _ in 0 },
        _ receive: ([Step], UnsafeRawBufferPointer, Int64) throws -> Void
    ) throws {
        let first = offset
        collectedUpTo = 0
        var index = 0
        while index < block.count, damage == nil {
            if isAtContainer(block, index),
                shouldCollectValue(isObject: block[index] == UInt8(ascii: "{"))
            {
                offset = first + Int64(index)
                let rest = UnsafeRawBufferPointer(rebasing: block[index...])
                var length = try parse(path, rest, offset)
                if length == 0, let end = Self.length(ofContainerAt: rest, depth: isObject.count) {
                    try receive(path, UnsafeRawBufferPointer(rebasing: rest[..<end]), offset)
                    length = end
                }
                if length > 0 {
                    index += length
                    expectsKey = false
                    if isObject.isEmpty { isComplete = true }
                    continue
                }
            }
            if isInString, !isEscaped, !isReadingKey {
                while index < block.count, block[index] != UInt8(ascii: "\""),
                    block[index] != UInt8(ascii: "\\")
                {
                    index += 1
                }
                guard index < block.count else { break }
            }
            offset = first + Int64(index)
            try scan(block, index, receive)
            index += 1
        }
        offset = first + Int64(index)
        collect(block, upTo: index)
    }

    /// True at the first byte of an array or object outside of a wanted value.
    private func isAtContainer(_ block: UnsafeRawBufferPointer, _ index: Int) -> Bool {
        let byte = block[index]
        return (byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["))
            && !isInString && collected == nil
    }

    private mutating func scan(
        _ block: UnsafeRawBufferPointer, _ index: Int,
        _ receive: ([Step], UnsafeRawBufferPointer, Int64) throws -> Void
    ) throws {
        let byte = block[index]
        if isInString { return try scanString(block, index, receive) }
        if collected?.isPlain == true, Self.isDelimiter(byte) {
            try finish(block, upTo: index, receive)
        }
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09: break
        case UInt8(ascii: "\""):
            isReadingKey = expectsKey && collected == nil
            if isReadingKey {
                key.removeAll(keepingCapacity: true)
            } else {
                begin(at: index, isPlain: false)
            }
            isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = byte == UInt8(ascii: "{")
            let isReadByMembers = isObject && collected == nil && choice() == .members
            if !isReadByMembers { begin(at: index, isPlain: false, isObject: isObject) }
            open(isObject: isObject, objectOffset: isReadByMembers ? offset : nil)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            try close(block, index, isObject: byte == UInt8(ascii: "}"), receive)
        case UInt8(ascii: ","):
            if collected == nil { advance() }
        case UInt8(ascii: ":"): expectsKey = false
        default:
            if collected == nil { begin(at: index, isPlain: true) }
        }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
            || byte <= 0x20
    }

    private mutating func scanString(
        _ block: UnsafeRawBufferPointer, _ index: Int,
        _ receive: ([Step], UnsafeRawBufferPointer, Int64) throws -> Void
    ) throws {
        let byte = block[index]
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
                try finish(block, upTo: index + 1, receive)
            }
            return
        }
        if isReadingKey, key.count < Self.keyLimit { key.append(byte) }
    }

    private mutating func setStep(_ step: Step) {
        if !path.isEmpty { path[path.count - 1] = step }
    }

    /// Adds the bytes of the block before `end` to the wanted value.
    private mutating func collect(_ block: UnsafeRawBufferPointer, upTo end: Int) {
        guard let count = collected?.bytes.count, collectedUpTo < end else { return }
        if count + end - collectedUpTo <= Self.valueLimit {
            collected?.bytes.append(contentsOf: block[collectedUpTo..<end])
        } else {
            collected?.isOverlong = true
        }
        collectedUpTo = end
    }

    /// Begins to collect a wanted value.
    private mutating func begin(at index: Int, isPlain: Bool, isObject: Bool = false) {
        guard collected == nil, shouldCollectValue(isObject: isObject) else { return }
        collected = Collected(offset: offset, depth: self.isObject.count, isPlain: isPlain)
        collectedUpTo = index
    }

    /// True if the value at the path is collected.
    private mutating func shouldCollectValue(isObject: Bool) -> Bool {
        switch choice() {
        case .skip: false
        case .whole: true
        case .members: !isObject
        }
    }

    /// The choice for the value at the path.
    private mutating func choice() -> Choice {
        guard isObject.last == false, let last = elementChoices.indices.last else {
            return choose(path)
        }
        if let known = elementChoices[last] { return known }
        let choice = choose(path)
        elementChoices[last] = choice
        return choice
    }

    private mutating func finish(
        _ block: UnsafeRawBufferPointer, upTo end: Int,
        _ receive: ([Step], UnsafeRawBufferPointer, Int64) throws -> Void
    ) throws {
        collect(block, upTo: end)
        guard let value = collected else { return }
        collected = nil
        guard !value.isOverlong else {
            overlong.append(
                Overlong(
                    path: path, offset: value.offset,
                    head: Array(value.bytes.prefix(Self.headLength))))
            return
        }
        try value.bytes.withUnsafeBytes { try receive(path, $0, value.offset) }
    }

    private mutating func open(isObject opensObject: Bool, objectOffset: Int64?) {
        guard isObject.count < Self.depthLimit else {
            damage = "its arrays and objects are more than \(Self.depthLimit) deep"
            return
        }
        isObject.append(opensObject)
        elementChoices.append(nil)
        objectOffsets.append(objectOffset)
        path.append(opensObject ? .key("") : .index(0))
        expectsKey = opensObject
    }

    private mutating func close(
        _ block: UnsafeRawBufferPointer, _ index: Int, isObject closesObject: Bool,
        _ receive: ([Step], UnsafeRawBufferPointer, Int64) throws -> Void
    ) throws {
        guard isObject.last == closesObject else {
            damage = "its brackets do not match"
            return
        }
        isObject.removeLast()
        elementChoices.removeLast()
        path.removeLast()
        expectsKey = false
        if let start = objectOffsets.removeLast() {
            try receive(path, UnsafeRawBufferPointer(start: nil, count: 0), start)
        }
        if collected?.depth == isObject.count { try finish(block, upTo: index + 1, receive) }
        if isObject.isEmpty { isComplete = true }
    }

    /// Continues with the next member or element.
    private mutating func advance() {
        guard let isObject = isObject.last else { return }
        expectsKey = isObject
        if !isObject, case .index(let index) = path.last { setStep(.index(index + 1)) }
    }
}
