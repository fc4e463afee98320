package import CivilTime
package import RPC
package import Tracking

/// A person's days: what is due, and what was done. Served by the schedule worker.
package enum Journal {
    package static let service = "dayline.schedule.Journal"

    package static let today = Method<AskDay, Day>(service, "Today", repeatable: true)
    /// Completes an activity, or adds a value to it.
    package static let log = Method<Log, Logged>(service, "Log")
    package static let skip = Method<Skip, Logged>(service, "Skip")
    /// Takes back the last change that a person made, of the tracker or of a sample; as often as there
    /// are changes.
    package static let undo = Method<Empty, Step>(service, "Undo")
    /// Makes the change again that was undone last.
    package static let redo = Method<Empty, Step>(service, "Redo")
    /// Why an activity stands as it does on a day.
    package static let explain = Method<AskActivity, Explained>(
        service, "Explain", repeatable: true)

    package struct AskDay: Codable, Hashable, WireValue {
        /// Nil: today in the profile's zone.
        package var on: CivilDate?

        package init(on: CivilDate? = nil) {
            self.on = on
        }
    }

    package struct AskActivity: Codable, Hashable, WireValue {
        package var activity: String
        package var on: CivilDate?

        package init(activity: String, on: CivilDate? = nil) {
            self.activity = activity
            self.on = on
        }
    }

    package struct Day: Codable, Hashable, WireValue {
        package var date: CivilDate
        /// The filled share of the day's bar, 0 to 1.
        package var progress: Double
        package var allSkipped: Bool
        package var vacation: Bool
        /// What is open, by part of the day.
        package var slots: [Part]
        /// Open reminders, newest first.
        package var reminders: [Reminder]
        package var completed: [Item]
        package var skipped: [Item]

        package init(
            date: CivilDate, progress: Double, allSkipped: Bool, vacation: Bool, slots: [Part],
            reminders: [Reminder], completed: [Item], skipped: [Item]
        ) {
            self.date = date
            self.progress = progress
            self.allSkipped = allSkipped
            self.vacation = vacation
            self.slots = slots
            self.reminders = reminders
            self.completed = completed
            self.skipped = skipped
        }
    }

    package struct Part: Codable, Hashable, Sendable {
        package var slot: Slot
        package var items: [Item]

        package init(slot: Slot, items: [Item]) {
            self.slot = slot
            self.items = items
        }
    }

    package struct Item: Codable, Hashable, Sendable {
        package var id: Activity.ID
        package var name: String
        package var type: ActivityType
        /// `open`, `completed` or `skipped`.
        package var state: String
        package var slot: Slot
        /// The day's number, where the activity has numbers.
        package var value: Double?
        package var target: Double?
        package var unit: String?
        /// The day it was due, where it is carried from there.
        package var dueFrom: CivilDate?
        package var skipReason: String?
        package var icon: String
        package var color: String
        package var children: [Item]

        package init(
            id: Activity.ID, name: String, type: ActivityType, state: String, slot: Slot,
            value: Double?, target: Double?, unit: String?, dueFrom: CivilDate?,
            skipReason: String?, icon: String, color: String, children: [Item]
        ) {
            self.id = id
            self.name = name
            self.type = type
            self.state = state
            self.slot = slot
            self.value = value
            self.target = target
            self.unit = unit
            self.dueFrom = dueFrom
            self.skipReason = skipReason
            self.icon = icon
            self.color = color
            self.children = children
        }

        /// All the keys of its form, null where there is nothing to say.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encode(type, forKey: .type)
            try container.encode(state, forKey: .state)
            try container.encode(slot, forKey: .slot)
            try container.encode(value, forKey: .value)
            try container.encode(target, forKey: .target)
            try container.encode(unit, forKey: .unit)
            try container.encode(dueFrom, forKey: .dueFrom)
            try container.encodeIfPresent(skipReason, forKey: .skipReason)
            try container.encode(icon, forKey: .icon)
            try container.encode(color, forKey: .color)
            try container.encode(children, forKey: .children)
        }
    }

    package struct Reminder: Codable, Hashable, Sendable {
        package var id: Activity.ID
        package var name: String
        /// Nil: it stays until it is done.
        package var dueOn: CivilDate?

        package init(id: Activity.ID, name: String, dueOn: CivilDate?) {
            self.id = id
            self.name = name
            self.dueOn = dueOn
        }

        /// All the keys of its form, null where there is nothing to say.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encode(dueOn, forKey: .dueOn)
        }
    }

    package struct Log: Codable, Hashable, WireValue {
        package var activity: String
        package var value: SpokenValue?
        /// Of the value; nil: the activity's.
        package var unit: String?
        package var on: CivilDate?
        package var slot: Slot?
        package var note: String?
        /// File names by view.
        package var photos: [String: String]?
        /// How the person felt, from 1 to 5.
        package var mood: Int?
        /// Where it was.
        package var place: String?

        package init(
            activity: String, value: SpokenValue? = nil, unit: String? = nil,
            on: CivilDate? = nil, slot: Slot? = nil, note: String? = nil,
            photos: [String: String]? = nil, mood: Int? = nil, place: String? = nil
        ) {
            self.activity = activity
            self.value = value
            self.unit = unit
            self.on = on
            self.slot = slot
            self.note = note
            self.photos = photos
            self.mood = mood
            self.place = place
        }
    }

    package struct Skip: Codable, Hashable, WireValue {
        package var activity: String
        package var reason: String?
        package var on: CivilDate?
        package var slot: Slot?

        package init(
            activity: String, reason: String? = nil, on: CivilDate? = nil, slot: Slot? = nil
        ) {
            self.activity = activity
            self.reason = reason
            self.on = on
            self.slot = slot
        }
    }

    /// What was logged, and what a person wants to know next.
    package struct Logged: Codable, Hashable, WireValue {
        package var entry: LoggedEntry
        package var day: DayTotal
        package var streak: Streak

        package init(entry: LoggedEntry, day: DayTotal, streak: Streak) {
            self.entry = entry
            self.day = day
            self.streak = streak
        }
    }

    /// How the day of an entry stands, with it.
    package struct DayTotal: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var total: Double?
        package var target: Double?
        package var unit: String?
        package var complete: Bool

        package init(
            date: CivilDate, total: Double?, target: Double?, unit: String?, complete: Bool
        ) {
            self.date = date
            self.total = total
            self.target = target
            self.unit = unit
            self.complete = complete
        }

        /// All the keys of its form, null where there is nothing to say.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(date, forKey: .date)
            try container.encode(total, forKey: .total)
            try container.encode(target, forKey: .target)
            try container.encodeIfPresent(unit, forKey: .unit)
            try container.encode(complete, forKey: .complete)
        }
    }

    package struct Streak: Codable, Hashable, Sendable {
        package var current: Int
        package var longest: Int

        package init(current: Int, longest: Int) {
            self.current = current
            self.longest = longest
        }
    }

    /// A change that was undone, or made again.
    package struct Step: Codable, Hashable, WireValue {
        /// What it was, in words.
        package var summary: String
        package var records: [Tracker.Record]

        package init(summary: String, records: [Tracker.Record]) {
            self.summary = summary
            self.records = records
        }
    }

    package struct Explained: Codable, Hashable, WireValue {
        package var name: String
        package var date: CivilDate
        package var verdict: String
        package var steps: [Rule]

        package init(name: String, date: CivilDate, verdict: String, steps: [Rule]) {
            self.name = name
            self.date = date
            self.verdict = verdict
            self.steps = steps
        }
    }

    package struct Rule: Codable, Hashable, Sendable {
        package var rule: String
        package var holds: Bool
        package var detail: String

        package init(rule: String, holds: Bool, detail: String) {
            self.rule = rule
            self.holds = holds
            self.detail = detail
        }
    }
}
