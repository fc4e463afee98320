package import CivilTime
package import Metrics
package import RPC

extension Insights {
    package static let days = Method<DaysRequest, DaysResponse>(service, "Days", repeatable: true)

    package struct DaysRequest: Codable, Hashable, WireValue {
        package var name: String
        package var from: CivilDate?
        package var to: CivilDate?
        package var zone: String?
        /// With what the samples of each source add up to, before they are merged.
        package var bySource: Bool?
        /// A source whose samples are left out: the days are folded without them, for this answer
        /// only.
        package var withoutSource: String?
        /// What a metric is shown in; nil: what the person's settings say.
        package var units: UnitSystem?

        package init(
            name: String, from: CivilDate? = nil, to: CivilDate? = nil, zone: String? = nil,
            bySource: Bool? = nil, withoutSource: String? = nil, units: UnitSystem? = nil
        ) {
            self.name = name
            self.from = from
            self.to = to
            self.zone = zone
            self.bySource = bySource
            self.withoutSource = withoutSource
            self.units = units
        }
    }

    package struct DaysResponse: Codable, Hashable, WireValue {
        package var metric: String
        package var unit: String
        package var kind: String
        package var days: [Total]
        package var version: Int64
        package var stale: Bool

        package struct Total: Codable, Hashable, Sendable {
            package var day: CivilDate
            package var sum: Double
            /// Over samples, as are the next three: nil on a day that has only its part of what
            /// began before.
            package var average: Double?
            package var min: Double?
            package var max: Double?
            /// Of the sample with the greatest start, then end, then the higher source.
            package var last: Double?
            package var samples: Int
            /// By the source's name, where it was asked for.
            package var bySource: [String: Double]?

            package init(
                day: CivilDate, sum: Double, average: Double?, min: Double?, max: Double?,
                last: Double?, samples: Int, bySource: [String: Double]? = nil
            ) {
                self.day = day
                self.sum = sum
                self.average = average
                self.min = min
                self.max = max
                self.last = last
                self.samples = samples
                self.bySource = bySource
            }
        }

        package init(
            metric: String, unit: String, kind: String, days: [Total], version: Int64, stale: Bool
        ) {
            self.metric = metric
            self.unit = unit
            self.kind = kind
            self.days = days
            self.version = version
            self.stale = stale
        }
    }
}
