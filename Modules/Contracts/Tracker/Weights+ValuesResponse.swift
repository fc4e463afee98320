package import CivilTime
package import RPC

extension Weights {
    /// The weight log as values of body mass, oldest first.
    package static let values = Method<Empty, ValuesResponse>(service, "Values", repeatable: true)

    package struct ValuesResponse: Codable, Hashable, WireValue {
        package var values: [Value]

        package init(values: [Value]) {
            self.values = values
        }
    }

    /// One entry of the weight log.
    package struct Value: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var kilograms: Double
        package var source: Source
        /// The day of imported body mass that this entry was taken from; nil for one entered by hand.
        /// An entry that a person changed replaces what was imported on that day.
        package var origin: CivilDate?

        package init(date: CivilDate, kilograms: Double, source: Source, origin: CivilDate?) {
            self.date = date
            self.kilograms = kilograms
            self.source = source
            self.origin = origin
        }
    }
}
