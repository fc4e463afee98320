package import CivilTime
import Memberwise
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

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        package var weight: Double
        package var unit: WeightUnit
        package var note: String? = nil
        /// Percent.
        package var bodyFat: Double? = nil
        package var on: CivilDate? = nil
    }

    @Message
    package struct AddResponse: Codable, Hashable, WireValue {
        package var entry: Entry
        package var celebration: Celebration?

        /// Encodes a missing `celebration` as null, as in the progress.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(entry, forKey: .entry)
            try container.encode(celebration, forKey: .celebration)
        }
    }

    /// The origin of a weight entry.
    package enum Source: String, CaseIterable, Codable, Sendable {
        case person
        /// Read from health data, and changed with it.
        case health
    }

    /// A weighing, as it was entered.
    @Message
    package struct Entry: Codable, Hashable, WireValue {
        package var id: String
        package var date: CivilDate
        package var weight: Double
        package var unit: WeightUnit
        package var note: String?
        package var bodyFat: Double?
        package var source: Source
    }

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
        /// Only weighings with a note.
        package var withNote: Bool? = nil
        /// Only on these ISO weekdays.
        package var weekdays: [Int]? = nil
        /// Only weighings that reached a milestone.
        package var withMilestone: Bool? = nil
        package var limit: Int? = nil
        package var on: CivilDate? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// Of the averages and rates.
        package var unit: WeightUnit
        /// Newest first.
        package var weights: [Row]
    }

    /// A line of the logbook.
    @Described
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

    @Message
    package struct DeleteRequest: Codable, Hashable, WireValue {
        package var id: String
    }

    /// Fields that are nil are unchanged.
    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        package var id: String
        package var weight: Double? = nil
        package var unit: WeightUnit? = nil
        package var day: CivilDate? = nil
        /// Empty: none.
        package var note: String? = nil
        package var bodyFat: Double? = nil
        package var withoutBodyFat: Bool? = nil
    }

    @Message
    package struct SetGoalRequest: Codable, Hashable, WireValue {
        package var weight: Double
        package var unit: WeightUnit
        /// In `unit`; nil: the first weight.
        package var start: Double? = nil
        package var on: CivilDate? = nil
    }

    @Message
    package struct MilestonesRequest: Codable, Hashable, WireValue {
        package var on: CivilDate? = nil
    }

    @Message
    package struct SetIntervalRequest: Codable, Hashable, WireValue {
        package var interval: MilestoneInterval
        package var on: CivilDate? = nil
    }
}
