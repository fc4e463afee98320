package import CivilTime
import Memberwise
package import Milestones
package import RPC

/// The weight log with its goal, milestones and trend. Served by the tracker worker.
package enum Weights {
    package static let service = "dayline.tracker.Weights"

    /// Adds a weight entry, and records the milestones that it reaches.
    package static let add = Method<AddRequest, AddResponse>(service, "Add")
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    package static let edit = Method<EditRequest, Entry>(service, "Edit")
    package static let delete = Method<DeleteRequest, Entry>(service, "Delete")
    package static let setGoal = Method<SetGoalRequest, MilestonesResponse>(service, "SetGoal")
    package static let trend = Method<TrendRequest, TrendResponse>(
        service, "Trend", repeatable: true)
    /// Returns the milestones on the way to the goal weight. FAILED_PRECONDITION without a goal.
    package static let milestones = Method<MilestonesRequest, MilestonesResponse>(
        service, "Milestones", repeatable: true)
    /// Sets the interval between milestones.
    package static let setInterval = Method<SetIntervalRequest, MilestonesResponse>(
        service, "SetInterval")
    /// Acknowledges the celebration of a milestone; the response has the next waiting celebration.
    package static let acknowledge = Method<MilestonesRequest, MilestonesResponse>(
        service, "Acknowledge")

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        /// The weight, in `unit`, within 1 to 1500 lb.
        package var weight: Double
        /// The unit of the weight: `kg` or `lb`.
        package var unit: WeightUnit
        /// A note; nil: none.
        package var note: String? = nil
        /// The body fat in percent, 1 to 60; nil: not measured.
        package var bodyFat: Double? = nil
        /// The day of the weight entry; nil: today in the profile's zone.
        package var on: CivilDate? = nil
        /// True to accept a day after today; nil: false, and such a day is rejected.
        package var future: Bool? = nil
    }

    @Message
    package struct AddResponse: Codable, Hashable, WireValue {
        /// The entry as stored.
        package var entry: Entry
        /// The milestone to celebrate until acknowledged; null: none.
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
        /// Entered or changed by a person.
        case person
        /// Read from health data, and changed with the health data.
        case health
    }

    /// A weight entry.
    @Message
    package struct Entry: Codable, Hashable, WireValue {
        /// The identifier of the weight entry.
        package var id: String
        /// The day of the weight entry.
        package var date: CivilDate
        /// The weight as entered, in `unit`.
        package var weight: Double
        /// The unit as entered: `kg` or `lb`.
        package var unit: WeightUnit
        /// The note; nil: none.
        package var note: String?
        /// The body fat in percent, 1 to 60; nil: not measured.
        package var bodyFat: Double?
        /// The origin of the entry: `person` or `health`.
        package var source: Source
    }

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: no upper bound.
        package var to: CivilDate? = nil
        /// True to list only entries with a note; nil: false.
        package var withNote: Bool? = nil
        /// The ISO weekdays to list, 1 Monday to 7 Sunday; nil: all.
        package var weekdays: [Int]? = nil
        /// True to list only entries that reached a milestone; nil: false.
        package var withMilestone: Bool? = nil
        /// The greatest number of entries; nil: all.
        package var limit: Int? = nil
        /// The day to answer as of; later entries are absent. Nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The unit of averages and rates, `kg` or `lb`: that of the goal, else that of the newest
        /// entry.
        package var unit: WeightUnit
        /// The weight entries, newest first.
        package var weights: [Row]
    }

    /// A weight entry with moving average, rate and milestone.
    @Described
    package struct Row: Codable, Hashable, Sendable {
        /// The identifier of the weight entry.
        package var id: String
        /// The day of the weight entry.
        package var date: CivilDate
        /// The weight as entered, in `unit`.
        package var weight: Double
        /// The unit as entered: `kg` or `lb`.
        package var unit: WeightUnit
        /// The note; nil: none.
        package var note: String?
        /// The body fat in percent, 1 to 60; nil: not measured.
        package var bodyFat: Double?
        /// The origin of the entry: `person` or `health`.
        package var source: Source
        /// The daily moving average (span 7) on the day of the entry, in the unit of the response.
        package var movingAverage: Double
        /// The change per seven days against the newest entry at least seven days older, in the
        /// unit of the response; nil: no such entry.
        package var weeklyRate: Double?
        /// The direction of `weeklyRate`: `up`, `down`, or `stable` below 0.1 a week and without a
        /// rate.
        package var direction: WeightDirection
        /// The farthest milestone that the entry reached, in `unit`; nil: none.
        package var milestone: Double?

        package init(
            _ entry: Entry, movingAverage: Double, weeklyRate: Double?,
            direction: WeightDirection, milestone: Double?
        ) {
            id = entry.id
            date = entry.date
            weight = entry.weight
            unit = entry.unit
            note = entry.note
            bodyFat = entry.bodyFat
            source = entry.source
            self.movingAverage = movingAverage
            self.weeklyRate = weeklyRate
            self.direction = direction
            self.milestone = milestone
        }
    }

    @Message
    package struct DeleteRequest: Codable, Hashable, WireValue {
        /// The identifier of the weight entry.
        package var id: String
    }

    /// Fields that are nil are unchanged.
    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        /// The identifier of the weight entry.
        package var id: String
        /// The new weight, in `unit`, within 1 to 1500 lb; nil: unchanged.
        package var weight: Double? = nil
        /// The new unit, `kg` or `lb`, without a conversion of the weight; nil: unchanged.
        package var unit: WeightUnit? = nil
        /// The new day; nil: unchanged.
        package var day: CivilDate? = nil
        /// The new note; empty: none; nil: unchanged.
        package var note: String? = nil
        /// The body fat in percent, 1 to 60; nil: unchanged.
        package var bodyFat: Double? = nil
        /// True to remove the body fat, also if `bodyFat` is set; nil: false.
        package var withoutBodyFat: Bool? = nil
        /// True to accept a new day after today; nil: false, and such a day is rejected.
        package var future: Bool? = nil
    }

    @Message
    package struct SetGoalRequest: Codable, Hashable, WireValue {
        /// The goal weight, in `unit`, within 66 to 440 lb.
        package var weight: Double
        /// The unit of the goal and of milestones: `kg` or `lb`.
        package var unit: WeightUnit
        /// The start weight, in `unit`, within 1 to 1500 lb; nil: the first weight entry.
        package var start: Double? = nil
        /// The first day of the goal, before which an earlier goal stays valid; nil: the goal is
        /// valid on all days.
        package var on: CivilDate? = nil
    }

    @Message
    package struct MilestonesRequest: Codable, Hashable, WireValue {
        /// The day to answer as of, or the day of the acknowledgement; nil: today in the profile's
        /// zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct SetIntervalRequest: Codable, Hashable, WireValue {
        /// The distance of milestones: `five` 5 lb or 2 kg, `ten` 10 lb or 5 kg, `fifteen` 15 lb or
        /// 7 kg.
        package var interval: MilestoneInterval
        /// The first day of the interval, before which the earlier interval stays valid; nil: the
        /// earlier interval is not recorded.
        package var on: CivilDate? = nil
    }
}
