import FoundationEssentials

/// Decoding of single values.
extension JSONTape {
    /// A value whose form does not match the requested type, with its token.
    package struct Mismatch: Error {
        enum Problem {
            /// A value of another type.
            case type(any Any.Type)
            /// An object without the key.
            case missing(any CodingKey)
            /// A number outside the range of the type.
            case number
            /// A string that is not in the format of the type.
            case text
        }

        var index: Int
        var problem: Problem
    }

    /// The keys of the top-level object, in order; empty if the text is not an object.
    package var keys: [String] {
        var keys: [String] = []
        forEachMember(of: 0) { key, _ in
            if let key = try? text(at: key) { keys.append(key) }
        }
        return keys
    }

    /// The keys of the top-level object whose values are null; empty if the text is not an object.
    package var nullKeys: Set<String> {
        var keys: Set<String> = []
        forEachMember(of: 0) { key, value in
            if tokens[value].kind == .null, let key = try? text(at: key) { keys.insert(key) }
        }
        return keys
    }

    /// Calls `body` with the token indices of each member of an object, in order; not at all for another
    /// value.
    @inlinable
    package func forEachMember<Failure: Error>(
        of index: Int, _ body: (_ key: Int, _ value: Int) throws(Failure) -> Void
    ) throws(Failure) {
        guard tokens[index].kind == .object else { return }
        var key = index + 1
        for _ in 0..<tokens[index].count {
            try body(key, key + 1)
            key = Int(tokens[key + 1].next)
        }
    }

    package func text(at index: Int) throws(Mismatch) -> String {
        let token = tokens[index]
        switch token.kind {
        case .text: return String(decoding: content(of: token), as: UTF8.self)
        case .escaped:
            guard let text = unescaped(content(of: token)) else { fallthrough }
            return text
        default: throw Mismatch(index: index, problem: .type(String.self))
        }
    }

    /// The bytes of a string without escapes; nil for any other value.
    package func plainBytes(at index: Int) -> UnsafeBufferPointer<UInt8>? {
        tokens[index].kind == .text ? content(of: tokens[index]) : nil
    }

    func bool(at index: Int) throws(Mismatch) -> Bool {
        switch tokens[index].kind {
        case .yes: return true
        case .no: return false
        default: throw Mismatch(index: index, problem: .type(Bool.self))
        }
    }

    package func integer<Number: FixedWidthInteger>(at index: Int) throws(Mismatch) -> Number {
        let token = tokens[index]
        guard token.kind == .whole else {
            guard token.kind == .fraction else {
                throw Mismatch(index: index, problem: .type(Number.self))
            }
            return try whole(at: index)
        }
        var digits = content(of: token)[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        var number: Number = 0
        for digit in digits {
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let one = Number(truncatingIfNeeded: digit &- 48)
            let (sum, isBeyond) =
                isNegative
                ? tens.subtractingReportingOverflow(one) : tens.addingReportingOverflow(one)
            guard !isTooLarge, !isBeyond else { throw Mismatch(index: index, problem: .number) }
            number = sum
        }
        return number
    }

    /// A whole number written with a point or an exponent, such as `2.0` or `1e3`. Fails above 2^53, where
    /// rounding to a `Double` may change the number.
    private func whole<Number: FixedWidthInteger>(at index: Int) throws(Mismatch) -> Number {
        let number = try double(at: index)
        guard abs(number) <= 0x1p53, let whole = Number(exactly: number) else {
            throw Mismatch(index: index, problem: .number)
        }
        return whole
    }

    /// The `Double` nearest to the decimal number.
    package func double(at index: Int) throws(Mismatch) -> Double {
        let token = tokens[index]
        guard token.kind == .whole || token.kind == .fraction else {
            throw Mismatch(index: index, problem: .type(Double.self))
        }
        guard let number = JSONNumber.value(content(of: token)) else {
            throw Mismatch(index: index, problem: .number)
        }
        return number
    }

    /// A string with its escapes replaced; nil if an escape is malformed.
    func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count)
        var rest = text[...]
        while !rest.isEmpty {
            let count = JSONPlainBytes.count(
                in: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest)))
            plain.append(contentsOf: rest.prefix(count))
            rest = rest.dropFirst(count)
            // A scanned string has other bytes only behind a backslash.
            guard rest.popFirst() == nil || JSONEscape.read(from: &rest, into: &plain) else {
                return nil
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
