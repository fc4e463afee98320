import JSON

/// A position of a route in the usual form, of version 1 or 2: coordinates and a time.
struct PlainPosition: PlainObject {
    private var latitudeText: UnsafeBufferPointer<UInt8>?
    private var longitudeText: UnsafeBufferPointer<UInt8>?
    private(set) var time: HealthAutoExportDate.Parsed?
    var range = 0..<0

    mutating func clear() {
        (latitudeText, longitudeText, time) = (nil, nil, nil)
    }

    mutating func read(_ key: UnsafeBufferPointer<UInt8>, at cursor: inout PlainCursor) -> Bool {
        if key.isEqual(to: "latitude") || key.isEqual(to: "lat") {
            return cursor.readNumber(into: &latitudeText)
        }
        if key.isEqual(to: "longitude") || key.isEqual(to: "lon") {
            return cursor.readNumber(into: &longitudeText)
        }
        if key.isEqual(to: "timestamp") { return cursor.readDate(into: &time) }
        return cursor.skipValue()
    }

    var isComplete: Bool { latitudeText != nil && longitudeText != nil }

    /// In degrees; nil if the number is too large.
    var latitude: Double? { latitudeText.flatMap(JSONNumber.value) }

    /// In degrees; nil if the number is too large.
    var longitude: Double? { longitudeText.flatMap(JSONNumber.value) }
}
