package import CivilTime
package import RPC

extension Insights {
    /// The nights of a range of days; a night belongs to the day that it ends on.
    package static let sleep = Method<SleepRequest, SleepResponse>(
        service, "Sleep", repeatable: true)

    package struct SleepRequest: Codable, Hashable, WireValue {
        package var from: CivilDate?
        package var to: CivilDate?
        /// Files the nights by the days of this IANA zone, for this answer only.
        package var zone: String?

        package init(from: CivilDate? = nil, to: CivilDate? = nil, zone: String? = nil) {
            self.from = from
            self.to = to
            self.zone = zone
        }
    }

    package struct SleepResponse: Codable, Hashable, WireValue {
        /// Ascending by day.
        package var nights: [Night]

        package init(nights: [Night]) {
            self.nights = nights
        }
    }

    /// The longest session that ends on a day, and the day's others beside it.
    package struct Night: Codable, Hashable, Sendable {
        package var day: CivilDate
        /// ISO 8601, on the wall where the person was.
        package var start: String
        package var end: String
        package var inBedMinutes: Double
        package var asleepMinutes: Double
        package var stages: Stages
        /// Not part of the night.
        package var naps: [Nap]

        package init(
            day: CivilDate, start: String, end: String, inBedMinutes: Double,
            asleepMinutes: Double, stages: Stages, naps: [Nap]
        ) {
            self.day = day
            self.start = start
            self.end = end
            self.inBedMinutes = inBedMinutes
            self.asleepMinutes = asleepMinutes
            self.stages = stages
            self.naps = naps
        }
    }

    /// Minutes of each stage: the union of what all sources say.
    package struct Stages: Codable, Hashable, Sendable {
        package var core: Double
        package var deep: Double
        package var rem: Double
        /// Asleep where nobody says more.
        package var unspecified: Double
        package var awake: Double

        package init(
            core: Double, deep: Double, rem: Double, unspecified: Double, awake: Double
        ) {
            self.core = core
            self.deep = deep
            self.rem = rem
            self.unspecified = unspecified
            self.awake = awake
        }
    }

    package struct Nap: Codable, Hashable, Sendable {
        package var start: String
        package var end: String
        package var inBedMinutes: Double
        package var asleepMinutes: Double
        package var stages: Stages

        package init(
            start: String, end: String, inBedMinutes: Double, asleepMinutes: Double, stages: Stages
        ) {
            self.start = start
            self.end = end
            self.inBedMinutes = inBedMinutes
            self.asleepMinutes = asleepMinutes
            self.stages = stages
        }
    }
}
