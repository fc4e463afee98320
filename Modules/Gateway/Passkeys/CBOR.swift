/// A value of CBOR (RFC 8949), in the subset that authenticators send (CTAP 2 canonical form).
package enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    /// The number −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([CBOR: CBOR])
    case bool(Bool)
    case null

    private static let depthLimit = 4
    /// Elements of an array, or pairs of a map.
    private static let countLimit = 64

    /// The value of bytes with nothing after it. Nil for another form, such as an indefinite length, a
    /// length that is not written with the fewest bytes, a number with a fraction, a tag or a key that
    /// occurs twice.
    package init?(_ bytes: some Collection<UInt8>) {
        guard let (value, rest) = Self.first(of: Array(bytes)[...]), rest.isEmpty else {
            return nil
        }
        self = value
    }

    /// The first value and the bytes after it; nil as in ``init(_:)``.
    static func first(of bytes: ArraySlice<UInt8>) -> (value: CBOR, rest: ArraySlice<UInt8>)? {
        var rest = bytes
        guard let value = read(&rest, depth: 0) else { return nil }
        return (value, rest)
    }

    private static func read(_ bytes: inout ArraySlice<UInt8>, depth: Int) -> CBOR? {
        guard depth < depthLimit, let initial = bytes.popFirst() else { return nil }
        let major = initial >> 5
        if major == 7 { return simple(initial) }
        guard let argument = argument(initial & 0x1F, &bytes) else { return nil }
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return removePrefix(argument, of: &bytes).map { .bytes(Array($0)) }
        case 3:
            return removePrefix(argument, of: &bytes).flatMap {
                String(validating: $0, as: UTF8.self)
            }
            .map { .text($0) }
        case 4: return array(argument, &bytes, depth: depth)
        case 5: return map(argument, &bytes, depth: depth)
        default: return nil
        }
    }

    private static func simple(_ initial: UInt8) -> CBOR? {
        switch initial {
        case 0xF4: .bool(false)
        case 0xF5: .bool(true)
        case 0xF6: .null
        default: nil
        }
    }

    /// The number after the initial byte; nil if fewer bytes could hold the number.
    private static func argument(_ info: UInt8, _ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        guard info >= 24 else { return UInt64(info) }
        guard info < 28, let field = removePrefix(1 << UInt64(info - 24), of: &bytes) else {
            return nil
        }
        let number = field.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let least: UInt64 =
            switch info {
            case 24: 24
            case 25: 1 << 8
            case 26: 1 << 16
            default: 1 << 32
            }
        return number >= least ? number : nil
    }

    /// Removes and returns the first `count` bytes; nil if there are fewer.
    private static func removePrefix(
        _ count: UInt64, of bytes: inout ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard count <= UInt64(bytes.count) else { return nil }
        let field = bytes.prefix(Int(count))
        bytes = bytes.dropFirst(Int(count))
        return field
    }

    private static func array(
        _ count: UInt64, _ bytes: inout ArraySlice<UInt8>, depth: Int
    ) -> CBOR? {
        guard count <= countLimit else { return nil }
        var values: [CBOR] = []
        for _ in 0..<count {
            guard let value = read(&bytes, depth: depth + 1) else { return nil }
            values.append(value)
        }
        return .array(values)
    }

    private static func map(
        _ count: UInt64, _ bytes: inout ArraySlice<UInt8>, depth: Int
    ) -> CBOR? {
        guard count <= countLimit else { return nil }
        var values: [CBOR: CBOR] = [:]
        for _ in 0..<count {
            guard let key = read(&bytes, depth: depth + 1),
                let value = read(&bytes, depth: depth + 1),
                values.updateValue(value, forKey: key) == nil
            else { return nil }
        }
        return .map(values)
    }

    /// The value of a key of a map; nil if the value is not a map, or has no such key.
    subscript(key: CBOR) -> CBOR? {
        guard case .map(let values) = self else { return nil }
        return values[key]
    }
}
