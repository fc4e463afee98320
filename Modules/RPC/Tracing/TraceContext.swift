import Memberwise

/// A W3C trace context, version 00: the trace that a call belongs to, and the span that caused the call.
@Memberwise
package struct TraceContext: Hashable, Sendable {
    /// The identifier of the trace, 16 bytes.
    package var trace: TraceID
    /// The identifier of the causing span; never 0.
    package var span: UInt64
    /// A new trace.
    package static var new: Self {
        Self(trace: TraceID(high: TraceNumber.next(), low: TraceNumber.next()), span: newSpan)
    }

    package static var newSpan: UInt64 { TraceNumber.next() }

    /// Nil if the text is not `00-TRACE-PARENT-FLAGS` in lower-case hexadecimal digits, or its trace or
    /// parent is zero.
    package init?(traceparent text: String) {
        var copy = text
        let parsed = copy.withUTF8 { bytes -> Self? in
            let dash = UInt8(ascii: "-")
            guard bytes.count == 55, bytes[0] == UInt8(ascii: "0"), bytes[1] == UInt8(ascii: "0"),
                bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
                let high = HexDigits.number(bytes[3..<19]),
                let low = HexDigits.number(bytes[19..<35]),
                let span = HexDigits.number(bytes[36..<52]),
                HexDigits.number(bytes[53..<55]) != nil, high | low != 0, span != 0
            else { return nil }
            return Self(trace: TraceID(high: high, low: low), span: span)
        }
        guard let parsed else { return nil }
        self = parsed
    }

    /// The value of the header `traceparent`, marked as recorded.
    package var traceparent: String {
        String(unsafeUninitializedCapacity: 55) { bytes in
            let dash = UInt8(ascii: "-")
            bytes[0] = UInt8(ascii: "0")
            bytes[1] = UInt8(ascii: "0")
            bytes[2] = dash
            HexDigits.write(trace.high, to: bytes, at: 3)
            HexDigits.write(trace.low, to: bytes, at: 19)
            bytes[35] = dash
            HexDigits.write(span, to: bytes, at: 36)
            bytes[52] = dash
            bytes[53] = UInt8(ascii: "0")
            bytes[54] = UInt8(ascii: "1")
            return 55
        }
    }
}

/// The trace context of a task, and the call that the task serves.
@Memberwise
package struct TraceScope: Sendable {
    /// The context of calls that the task makes, unless their options have another one.
    package var context: TraceContext
    /// Nil outside of handlers of the bus.
    package var call: CallID? = nil

    /// The scope of the running task; nil: the task belongs to no trace.
    @TaskLocal package static var current: TraceScope?
}

/// The identifier of a trace: 16 bytes, not all zero.
@Memberwise
package struct TraceID: Hashable, Sendable, CustomStringConvertible {
    package var high: UInt64
    package var low: UInt64

    /// 32 hexadecimal digits.
    package var description: String { HexDigits.text(high, low) }
}

/// Numbers as hexadecimal digits in lower case, 16 for each number.
package enum HexDigits {
    private static let digits = Array("0123456789abcdef".utf8)

    package static func text(_ numbers: UInt64...) -> String {
        String(unsafeUninitializedCapacity: 16 * numbers.count) { bytes in
            for (index, number) in numbers.enumerated() {
                write(number, to: bytes, at: 16 * index)
            }
            return 16 * numbers.count
        }
    }

    static func write(_ number: UInt64, to bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int)
    {
        for index in 0..<16 {
            bytes[start + index] = digits[Int(number >> UInt64(60 - 4 * index) & 15)]
        }
    }

    /// The number of at most 16 hexadecimal digits; nil if a byte is not a digit.
    static func number(_ bytes: some Sequence<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}

extension CallID: CustomStringConvertible {
    /// 32 hexadecimal digits, in the order of the bytes of messages.
    package var description: String { HexDigits.text(high.byteSwapped, low.byteSwapped) }
}
