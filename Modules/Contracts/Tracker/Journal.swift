package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// The agenda of a day, and logging. Served by the tracker worker.
package enum Journal {
    package static let service = "dayline.tracker.Journal"

    package static let today = Method<DayRequest, TodayResponse>(service, "Today", repeatable: true)
    /// Completes an activity, or adds a value to it.
    package static let log = Method<LogRequest, LogResponse>(service, "Log")
    package static let skip = Method<SkipRequest, LogResponse>(service, "Skip")
    /// Undoes the last step, of the tracker or of a sample correction. Each call undoes one more
    /// step. ABORTED if the request names another step.
    package static let undo = Method<StepRequest, StepResponse>(service, "Undo")
    /// Redoes the step that was undone last. ABORTED if the request names another step.
    package static let redo = Method<StepRequest, StepResponse>(service, "Redo")
    /// Explains the state of an activity on a day.
    package static let explain = Method<ExplainRequest, ExplainResponse>(
        service, "Explain", repeatable: true)

    @Message
    package struct DayRequest: Codable, Hashable, WireValue {
        /// The day to answer as of; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ExplainRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var activity: String
        /// The day to answer as of; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct TodayResponse: Codable, Hashable, WireValue {
        /// The day of the agenda.
        package var date: CivilDate
        /// The filled share of the day's bar, 0 to 1; 1 if nothing is due, 0 if everything is
        /// skipped.
        package var progress: Double
        /// True if something was due and everything is skipped.
        package var allSkipped: Bool
        /// True if the day is a vacation day.
        package var vacation: Bool
        /// The open items by part of the day, earliest first; parts without items are absent.
        package var slots: [Section]
        /// The open reminders, newest first.
        package var reminders: [Reminder]
        /// The completed items, in list order.
        package var completed: [Item]
        /// The skipped items, in list order.
        package var skipped: [Item]
        /// The open items that may be done for their week or month but are not due, in list order.
        package var optional: [Item] = []
    }

    @Message
    package struct Section: Codable, Hashable, Sendable {
        /// The part of the day: `allDay`, `morning`, `afternoon` or `evening`.
        package var slot: Slot
        /// The open items of that part of the day.
        package var items: [Item]
    }

    @Message
    package struct Item: Codable, Hashable, Sendable {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The type of the activity: `checkbox`, `value`, `cumulative`, `container`, `metric` or
        /// `answer`.
        package var type: ActivityType
        /// The state of the item: `open`, `completed` or `skipped`.
        package var state: String
        /// The part of the day of the item: `allDay`, `morning`, `afternoon` or `evening`.
        package var slot: Slot
        /// The number of the session, or the total of a cumulative activity, in `unit`; nil: no
        /// number.
        package var value: Double?
        /// The target of the day, week or month, in `unit`; nil: no target.
        package var target: Double?
        /// True if the target is the most that the day, week or month may have; nil: false.
        package var atMost: Bool? = nil
        /// True if the day, week or month has more than `target` allows; nil: false.
        package var exceeded: Bool? = nil
        /// The week or month of the item; nil: the activity is judged by the day.
        package var period: Period? = nil
        /// The unit of the numbers; nil: no unit.
        package var unit: String?
        /// The measurement of a metric: `photo`, `value`, `checkbox` or `notes`; nil: another type.
        package var measures: Measurement.Name? = nil
        /// The amount of a quick add to an open cumulative activity, in `unit`; nil: another item.
        package var step: Double? = nil
        /// The day on which a carried occurrence was due; nil: due on the day of the agenda.
        package var dueFrom: CivilDate?
        /// The reason of a skip; nil: none, or not skipped.
        package var skipReason: String?
        /// A symbol name, such as `star.fill`, or an emoji.
        package var icon: String
        /// The colour as `#RRGGBB`.
        package var color: String
        /// The items of the children of a container; empty: not a container.
        package var children: [Item]
    }

    /// The week or month of an activity as of the day of the agenda.
    @Message
    package struct Period: Codable, Hashable, Sendable {
        /// The first day.
        package var from: CivilDate
        /// The last day.
        package var to: CivilDate
        /// The completed days, or the total in the unit of the item, through the day of the agenda.
        package var done: Double
        /// The completed days, or the total, that the period needs, or with `atMost` may have. The
        /// number is lower for a period with vacation or paused days.
        package var needed: Double
    }

    @Message
    package struct Reminder: Codable, Hashable, Sendable {
        /// The identifier of the reminder.
        package var id: Activity.ID
        /// The name of the reminder.
        package var name: String
        /// The day of the reminder; nil: open until done.
        package var dueOn: CivilDate?
    }

    @Message
    package struct ExplainResponse: Codable, Hashable, WireValue {
        /// The name of the activity.
        package var name: String
        /// The day that is explained.
        package var date: CivilDate
        /// The result: `notCreatedYet`, `paused`, `passive`, `notDue`, `optional`, `open`,
        /// `completed`, `skipped` or `carried`.
        package var verdict: String
        /// The rules that decided the result, in order of evaluation.
        package var steps: [Rule]
    }

    @Message
    package struct Rule: Codable, Hashable, Sendable {
        /// The name of the rule: `created`, `available`, `configuration`, `container`, `passive`,
        /// `due`, `carried`, `complete`, `skipped`, `vacation` or `streak`.
        package var rule: String
        /// True if the rule holds on the day.
        package var holds: Bool
        /// The reason as a sentence for people.
        package var detail: String
    }
}
