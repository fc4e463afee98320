import FoundationEssentials

/// Single values of a tape.
extension JSONTape {
    /// A value of another form than the one asked for, by its token.
    struct Mismatch: Error {
        enum Problem {
            /// Another type was asked for.
            case type(any Any.Type)
            /// An object without the key.
            case missing(any CodingKey)
            /// A number that the type has no room for.
            case number
            /// A text that is not of the form that the type needs.
            case text
        }

        var index: Int
        var problem: Problem
    }

    /// The keys of the text when it is an object, in order.
    var keys: [String] {
        guard let root = tokens.first, root.kind == .object else { return [] }
        var keys: [String] = []
        var place = 1
        for _ in 0..<root.count {
            if let key = try? text(at: place) { keys.append(key) }
            place = Int(tokens[place + 1].next)
        }
        return keys
    }

    /// The keys of the text when it is an object that have the value null.
    var nullKeys: Set<String> {
        guard let root = tokens.first, root.kind == .object else { return [] }
        var keys: Set<String> = []
        var place = 1
        for _ in 0..<root.count {
            if tokens[place + 1].kind == .null, let key = try? text(at: place) { keys.insert(key) }
            place = Int(tokens[place + 1].next)
        }
        return keys
    }

    func text(at index: Int) throws(Mismatch) -> String {
        let token = tokens[index]
        switch token.kind {
        case .text: return String(decoding: content(of: token), as: UTF8.self)
        case .escaped:
            guard let text = unescaped(content(of: token)) else { fallthrough }
            return text
        default: throw Mismatch(index: index, problem: .type(String.self))
        }
    }

    func bool(at index: Int) throws(Mismatch) -> Bool {
        switch tokens[index].kind {
        case .yes: return true
        case .no: return false
        default: throw Mismatch(index: index, problem: .type(Bool.self))
        }
    }

    func integer<Number: FixedWidthInteger>(at index: Int) throws(Mismatch) -> Number {
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

    /// A whole number that is written with a point or an exponent, as `2.0` or `1e3`; above 2^53 the
    /// next number of a `Double` may be another whole number.
    private func whole<Number: FixedWidthInteger>(at index: Int) throws(Mismatch) -> Number {
        let number = try double(at: index)
        guard abs(number) <= 0x1p53, let whole = Number(exactly: number) else {
            throw Mismatch(index: index, problem: .number)
        }
        return whole
    }

    /// The nearest number to what is written.
    ///
    /// Up to 2^53 and 10^22 both factors are exact, so that one rounding is all there is
    /// (W. D. Clinger, How to read floating point numbers accurately, 1990).
    func double(at index: Int) throws(Mismatch) -> Double {
        let token = tokens[index]
        guard token.kind == .whole || token.kind == .fraction else {
            throw Mismatch(index: index, problem: .type(Double.self))
        }
        let text = content(of: token)
        if let number = Self.exact(text) { return number }
        guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
            throw Mismatch(index: index, problem: .number)
        }
        return number
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Nil when it takes more than two exact factors, or has an exponent.
    private static func exact(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard text.count <= 18 else { return nil }
        var mantissa: UInt64 = 0
        var places = 0
        var isBehindPoint = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                mantissa = mantissa &* 10 &+ UInt64(byte &- 48)
                if isBehindPoint { places += 1 }
            case UInt8(ascii: "."): isBehindPoint = true
            case UInt8(ascii: "-"): break
            default: return nil
            }
        }
        guard mantissa <= 1 << 53 else { return nil }
        let number = Double(mantissa) / powersOfTen[places]
        return text.first == UInt8(ascii: "-") ? -number : number
    }

    /// A text with what its escapes stand for; nil when an escape is malformed.
    func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                plain.append(byte)
                continue
            }
            guard JSONEscape.read(from: &rest, into: &plain) else { return nil }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
