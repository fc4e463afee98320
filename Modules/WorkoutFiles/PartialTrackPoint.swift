/// A point of a GPX or TCX file while its elements are read.
struct PartialTrackPoint {
    var offset: Int64
    var latitude: Double?
    var longitude: Double?
    var time: Int64?
    /// The distance from the start.
    var meters: Double?
    var values: [(measure: TrackMeasure, value: Double)] = []

    mutating func add(_ measure: TrackMeasure, _ text: String) {
        // 0 is the value of a missing sensor.
        guard let value = Double(text), measure != .heartRate || value > 0 else { return }
        values.append((measure, value))
    }
}
