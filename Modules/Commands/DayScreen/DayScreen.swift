import CivilTime
import Contracts
import Presentation
import RPC
import Tracker

/// The state of the full-screen list of a day. A key changes the state and can request a call; the
/// state is rendered as lines.
struct DayScreen {
    /// A call that a key requests.
    enum Call: Hashable {
        /// Reads the day of ``DayScreen/date`` again.
        case read
        case log(Journal.LogRequest)
        case skip(Journal.SkipRequest)
        /// Deletes the entries of an activity on a day, of one session or of all for nil.
        case clear(Activity.ID, CivilDate, Slot?)
        case undo, redo
    }

    /// The text that a person is typing.
    struct Input: Hashable {
        enum Purpose: Hashable {
            case amount(Journal.Item)
            case reason(Journal.Item)
            case day
        }

        let purpose: Purpose
        var text = ""
        /// The number of reasons that were offered so far.
        var offeredCount = 0
    }

    enum Mode: Hashable {
        case list, help
        case typing(Input)
    }

    /// The day as it was read last.
    private(set) var day: Journal.DayResponse
    /// The day to show; nil: the current day, which changes at midnight.
    var date: CivilDate?
    var mode = Mode.list
    /// The position of the selected line among ``lines``.
    var selection = 0
    /// The result of the last key; nil: none.
    var message: String?
    /// True after the key that ends the list.
    var hasEnded = false

    init(_ day: Journal.DayResponse, date: CivilDate?) {
        self.day = day
        self.date = date
    }

    /// The lines that can be selected.
    var lines: [AgendaLine] { day.agenda.sections.flatMap(\.lines) }

    /// The selected line; nil if the list is empty.
    var selected: AgendaLine? {
        let lines = lines
        return lines.indices.contains(selection) ? lines[selection] : nil
    }

    /// Replaces the day. The selected line remains selected if it is in the same state, otherwise the
    /// line that has taken its place is selected.
    mutating func show(_ response: Journal.DayResponse) {
        let before = selected?.key
        let isSameDay = response.agenda.date == day.agenda.date
        day = response
        let lines = lines
        let same = lines.firstIndex { $0.key == before }
        selection = isSameDay ? same ?? min(selection, max(0, lines.count - 1)) : 0
    }

    /// Shows the reason of a failed call.
    mutating func show(_ failure: Status) {
        message = [failure.message, failure.hint].compactMap(\.self).joined(separator: " ")
    }
}

extension AgendaLine {
    /// The identity of the line among those of a day.
    struct Key: Hashable {
        let id: Activity.ID
        let slot: Slot?
        let state: String
    }

    var key: Key {
        switch subject {
        case .item(let item): Key(id: item.id, slot: item.slot, state: item.state)
        case .reminder(let reminder): Key(id: reminder.id, slot: nil, state: "open")
        }
    }
}
