package import CivilTime
package import RPC

extension Statistics {
    /// What an activity came to by day or week, with its streaks.
    package static let bars = Method<BarsRequest, BarsResponse>(service, "Bars", repeatable: true)

    package struct BarsRequest: Codable, Hashable, WireValue {
        package var activity: String
        /// `week`, `month`, `quarter`, `sixMonths`, `year` or `threeYears`; nil: `week`.
        package var range: String?
        /// The last day; nil: today in the profile's zone.
        package var on: CivilDate?

        package init(activity: String, range: String? = nil, on: CivilDate? = nil) {
            self.activity = activity
            self.range = range
            self.on = on
        }
    }

    package struct BarsResponse: Codable, Hashable, WireValue {
        package var name: String
        /// Of the values; `%` for a container.
        package var unit: String?
        package var range: String
        /// Oldest first.
        package var bars: [Bar]
        /// Over the bars that have a value.
        package var average: Double?
        package var low: Double?
        package var high: Double?
        package var streak: Journal.Streak

        package init(
            name: String, unit: String?, range: String, bars: [Bar], average: Double?,
            low: Double?, high: Double?, streak: Journal.Streak
        ) {
            self.name = name
            self.unit = unit
            self.range = range
            self.bars = bars
            self.average = average
            self.low = low
            self.high = high
            self.streak = streak
        }
    }

    /// A day or a week, both ends included; its value is nil where there is none.
    package struct Bar: Codable, Hashable, Sendable {
        package var from: CivilDate
        package var to: CivilDate
        package var value: Double?

        package init(from: CivilDate, to: CivilDate, value: Double?) {
            self.from = from
            self.to = to
            self.value = value
        }
    }
}
