import CivilTime
import JSON

/// A point of a metric or a heart rate of a workout in the usual form: a date, numbers and a source.
struct PlainPoint: PlainObject {
    private var parsedDate: HealthAutoExportDate.Parsed?
    /// The texts of the numbers, which are parsed when they are needed.
    private var quantity: UnsafeBufferPointer<UInt8>?
    private var average: UnsafeBufferPointer<UInt8>?
    private var minimum: UnsafeBufferPointer<UInt8>?
    private var maximum: UnsafeBufferPointer<UInt8>?
    /// The bytes of the source, within the memory of the point; nil without one. They may be other than
    /// UTF-8.
    private(set) var source: UnsafeBufferPointer<UInt8>?
    var range = 0..<0

    mutating func clear() {
        (parsedDate, quantity, average, minimum, maximum, source) = (nil, nil, nil, nil, nil, nil)
    }

    mutating func read(_ key: UnsafeBufferPointer<UInt8>, at cursor: inout PlainCursor) -> Bool {
        if key.isEqual(to: "date") { return cursor.readDate(into: &parsedDate) }
        if key.isEqual(to: "qty") { return cursor.readNumber(into: &quantity) }
        if key.isEqual(to: "source") { return cursor.readText(into: &source) }
        if key.isEqual(to: "Avg") { return cursor.readNumber(into: &average) }
        if key.isEqual(to: "Min") { return cursor.readNumber(into: &minimum) }
        if key.isEqual(to: "Max") { return cursor.readNumber(into: &maximum) }
        // The metric has the unit of its points; heart rates of workouts repeat theirs.
        return key.isEqual(to: "units") && cursor.skipValue()
    }

    var isComplete: Bool { parsedDate != nil }

    /// The date of a complete point.
    var date: HealthAutoExportDate.Parsed {
        parsedDate ?? .init(instant: 0, secondOfDay: 0, offset: 0, day: CivilDate(days: 0))
    }

    /// True if the value is an average.
    var isAverage: Bool { quantity.flatMap(JSONNumber.value) == nil }

    /// The value of the point: its quantity, or the average of a total; nil without one.
    var value: Double? {
        quantity.flatMap(JSONNumber.value) ?? average.flatMap(JSONNumber.value)
    }

    /// The least and the greatest value of a total.
    var extremes: Extremes {
        guard minimum != nil || maximum != nil else { return Extremes() }
        return Extremes(
            minimum: minimum.flatMap(JSONNumber.value), maximum: maximum.flatMap(JSONNumber.value))
    }
}
