import HealthMetrics

/// A cache of category values by the bytes of their names.
struct CategoryTexts {
    private static let limit = 4096

    private let texts = ByteInterner(limit: limit)
    private var values: [Double?] = []

    /// The integer of a category value; nil if its name is unknown.
    mutating func value(_ text: ByteSlice) -> Double? {
        guard let number = texts.intern(text) else { return Self.integer(text) }
        if number == values.count { values.append(Self.integer(text)) }
        return values[number]
    }

    private static func integer(_ text: ByteSlice) -> Double? {
        CategoryValue.integer(of: AttributeText.string(text)).map(Double.init)
    }

    /// The integer of a name of plain characters up to a quote, and the position of the quote; nil if
    /// the name is unknown or needs decoding.
    mutating func plainValue(
        at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> (value: Double, quote: UnsafePointer<UInt8>)? {
        var position = start
        while position < end, position.pointee != .quote {
            let byte = position.pointee
            guard byte > .space, byte < 0x7F, byte != .ampersand, byte != .less else { return nil }
            position += 1
        }
        guard position < end, let value = value(ByteSlice(start, to: position)) else { return nil }
        return (value, position)
    }
}
