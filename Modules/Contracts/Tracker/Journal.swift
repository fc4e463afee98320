package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// A person's days: what is due, and what was done. Served by the tracker worker.
package enum Journal {
    package static let service = "dayline.tracker.Journal"

    package static let today = Method<DayRequest, TodayResponse>(service, "Today", repeatable: true)
    /// Completes an activity, or adds a value to it.
    package static let log = Method<LogRequest, LogResponse>(service, "Log")
    package static let skip = Method<SkipRequest, LogResponse>(service, "Skip")
    /// Takes back the last change that a person made, of the tracker or of a sample; as often as there
    /// are changes.
    package static let undo = Method<Empty, StepResponse>(service, "Undo")
    /// Makes the change again that was undone last.
    package static let redo = Method<Empty, StepResponse>(service, "Redo")
    /// Why an activity stands as it does on a day.
    package static let explain = Method<ExplainRequest, ExplainResponse>(
        service, "Explain", repeatable: true)

    @Message
    package struct DayRequest: Codable, Hashable, WireValue {
        /// Nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ExplainRequest: Codable, Hashable, WireValue {
        package var activity: String
        package var on: CivilDate? = nil
    }

    @Message
    package struct TodayResponse: Codable, Hashable, WireValue {
        package var date: CivilDate
        /// The filled share of the day's bar, 0 to 1.
        package var progress: Double
        package var allSkipped: Bool
        package var vacation: Bool
        /// Open activities by slot.
        package var slots: [Section]
        /// Open reminders, newest first.
        package var reminders: [Reminder]
        package var completed: [Item]
        package var skipped: [Item]
    }

    @Message
    package struct Section: Codable, Hashable, Sendable {
        package var slot: Slot
        package var items: [Item]
    }

    @Message
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
    }

    @Message
    package struct Reminder: Codable, Hashable, Sendable {
        package var id: Activity.ID
        package var name: String
        /// Nil: it stays until it is done.
        package var dueOn: CivilDate?
    }

    @Message
    package struct ExplainResponse: Codable, Hashable, WireValue {
        package var name: String
        package var date: CivilDate
        package var verdict: String
        package var steps: [Rule]
    }

    @Message
    package struct Rule: Codable, Hashable, Sendable {
        package var rule: String
        package var holds: Bool
        package var detail: String
    }
}
