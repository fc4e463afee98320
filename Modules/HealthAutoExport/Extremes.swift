import JSON
import PluginKit

/// The least and the greatest value of a total; nil where the file has none.
struct Extremes: Hashable {
    var minimum: Double?
    var maximum: Double?

    /// True if a value differs from the average, so that the point is a total of several measurements.
    func differ(from average: Double) -> Bool {
        (minimum ?? average) != average || (maximum ?? average) != average
    }

    /// The attributes of the sample of the total, with values multiplied by the factor of the unit.
    func details(factor: Double) -> [SampleDetail] {
        [minimum.map { .minimum($0 * factor) }, maximum.map { .maximum($0 * factor) }]
            .compactMap(\.self)
    }

    /// The values that the file has.
    var values: [Double] { [minimum, maximum].compactMap(\.self) }
}

extension Extremes {
    init(_ record: JSONRecord) {
        self.init(minimum: record.number("Min"), maximum: record.number("Max"))
    }
}
