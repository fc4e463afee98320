package import CivilTime
package import Milestones
package import RPC

/// A person's weighings, where they lead, and the milestones on the way. Served by the schedule
/// worker.
package enum Weights {
    package static let service = "dayline.tracker.Weights"

    /// Adds a weighing, and records what it crossed.
    package static let add = Method<AddRequest, AddResponse>(service, "Add")
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    package static let edit = Method<EditRequest, Entry>(service, "Edit")
    package static let delete = Method<DeleteRequest, Entry>(service, "Delete")
    package static let setGoal = Method<SetGoalRequest, MilestonesResponse>(service, "SetGoal")
    package static let trend = Method<TrendRequest, TrendResponse>(
        service, "Trend", repeatable: true)
    /// FAILED_PRECONDITION without a goal.
    package static let milestones = Method<MilestonesRequest, MilestonesResponse>(
        service, "Milestones", repeatable: true)
    /// Chooses how far apart the milestones lie.
    package static let setInterval = Method<SetIntervalRequest, MilestonesResponse>(
        service, "SetInterval")
    /// The celebration was seen; the next one that waits comes forward.
    package static let acknowledge = Method<MilestonesRequest, MilestonesResponse>(
        service, "Acknowledge")

    package struct AddRequest: Codable, Hashable, WireValue {
        package var weight: Double
        package var unit: WeightUnit
        package var note: String?
        /// Percent.
        package var bodyFat: Double?
        package var on: CivilDate?

        package init(
            weight: Double, unit: WeightUnit, note: String? = nil, bodyFat: Double? = nil,
            on: CivilDate? = nil
        ) {
            self.weight = weight
            self.unit = unit
            self.note = note
            self.bodyFat = bodyFat
            self.on = on
        }
    }

    package struct AddResponse: Codable, Hashable, WireValue {
        package var entry: Entry
        package var celebration: Celebration?

        package init(entry: Entry, celebration: Celebration?) {
            self.entry = entry
            self.celebration = celebration
        }

        /// `celebration` is null where there is none, as in the progress.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(entry, forKey: .entry)
            try container.encode(celebration, forKey: .celebration)
        }
    }

    /// Who wrote a weighing.
    package enum Source: String, CaseIterable, Codable, Sendable {
        case person
        /// Read from health data, and changed with it.
        case health
    }

    /// A weighing, as it was entered.
    package struct Entry: Codable, Hashable, WireValue {
        package var id: String
        package var date: CivilDate
        package var weight: Double
        package var unit: WeightUnit
        package var note: String?
        package var bodyFat: Double?
        package var source: Source

        package init(
            id: String, date: CivilDate, weight: Double, unit: WeightUnit, note: String?,
            bodyFat: Double?, source: Source
        ) {
            self.id = id
            self.date = date
            self.weight = weight
            self.unit = unit
            self.note = note
            self.bodyFat = bodyFat
            self.source = source
        }
    }

    package struct ListRequest: Codable, Hashable, WireValue {
        package var from: CivilDate?
        package var to: CivilDate?
        /// Only weighings with a note.
        package var withNote: Bool?
        /// Only on these ISO weekdays.
        package var weekdays: [Int]?
        /// Only weighings that reached a milestone.
        package var withMilestone: Bool?
        package var limit: Int?
        package var on: CivilDate?

        package init(
            from: CivilDate? = nil, to: CivilDate? = nil, withNote: Bool? = nil,
            weekdays: [Int]? = nil, withMilestone: Bool? = nil, limit: Int? = nil,
            on: CivilDate? = nil
        ) {
            self.from = from
            self.to = to
            self.withNote = withNote
            self.weekdays = weekdays
            self.withMilestone = withMilestone
            self.limit = limit
            self.on = on
        }
    }

    package struct ListResponse: Codable, Hashable, WireValue {
        /// Of the averages and rates.
        package var unit: WeightUnit
        /// Newest first.
        package var weights: [Row]

        package init(unit: WeightUnit, weights: [Row]) {
            self.unit = unit
            self.weights = weights
        }
    }

    /// A line of the logbook.
    package struct Row: Codable, Hashable, Sendable {
        package var id: String
        package var date: CivilDate
        package var weight: Double
        package var unit: WeightUnit
        package var note: String?
        package var bodyFat: Double?
        package var source: Source
        package var movingAverage: Double
        /// Change in seven days; nil without a weighing that old.
        package var weeklyRate: Double?
        package var direction: WeightDirection
        /// The milestone that this weighing reached.
        package var milestone: Double?

        package init(
            _ weighing: Entry, movingAverage: Double, weeklyRate: Double?,
            direction: WeightDirection, milestone: Double?
        ) {
            id = weighing.id
            date = weighing.date
            weight = weighing.weight
            unit = weighing.unit
            note = weighing.note
            bodyFat = weighing.bodyFat
            source = weighing.source
            self.movingAverage = movingAverage
            self.weeklyRate = weeklyRate
            self.direction = direction
            self.milestone = milestone
        }
    }

    package struct DeleteRequest: Codable, Hashable, WireValue {
        package var id: String

        package init(id: String) {
            self.id = id
        }
    }

    /// What is nil stays.
    package struct EditRequest: Codable, Hashable, WireValue {
        package var id: String
        package var weight: Double?
        package var unit: WeightUnit?
        package var day: CivilDate?
        /// Empty: none.
        package var note: String?
        package var bodyFat: Double?
        package var withoutBodyFat: Bool?

        package init(
            id: String, weight: Double? = nil, unit: WeightUnit? = nil, day: CivilDate? = nil,
            note: String? = nil, bodyFat: Double? = nil, withoutBodyFat: Bool? = nil
        ) {
            self.id = id
            self.weight = weight
            self.unit = unit
            self.day = day
            self.note = note
            self.bodyFat = bodyFat
            self.withoutBodyFat = withoutBodyFat
        }
    }

    package struct SetGoalRequest: Codable, Hashable, WireValue {
        package var weight: Double
        package var unit: WeightUnit
        /// In `unit`; nil: the first weight.
        package var start: Double?
        package var on: CivilDate?

        package init(
            weight: Double, unit: WeightUnit, start: Double? = nil, on: CivilDate? = nil
        ) {
            self.weight = weight
            self.unit = unit
            self.start = start
            self.on = on
        }
    }

    package struct MilestonesRequest: Codable, Hashable, WireValue {
        package var on: CivilDate?

        package init(on: CivilDate? = nil) {
            self.on = on
        }
    }

    package struct SetIntervalRequest: Codable, Hashable, WireValue {
        package var interval: MilestoneInterval
        package var on: CivilDate?

        package init(interval: MilestoneInterval, on: CivilDate? = nil) {
            self.interval = interval
            self.on = on
        }
    }
}
