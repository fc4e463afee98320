import CivilTime
import RPC
import Tracker

/// A change of an item of a day, as the value of the button or field `change` of a form: the action, the
/// part of the day (`-`: none) and the activity, such as `complete morning floss`.
struct ItemChange {
    enum Action: String {
        /// Completes the item, with the amount that is left.
        case complete
        /// Adds the amount in the field `value`.
        case add
        /// Adds the usual amount.
        case step
        /// Deletes the entries of the item.
        case clear
        case skip
    }

    static let field = "change"

    let action: Action
    let activity: String
    /// Nil: the item has no part of the day.
    let slot: Slot?

    init(_ action: Action, _ activity: Activity.ID, _ slot: Slot?) {
        self.action = action
        self.activity = activity.rawValue
        self.slot = slot
    }

    /// - Throws: INVALID_ARGUMENT if the field is not as described above.
    init(_ request: WebRequest) throws(Status) {
        let text =
            if let text = request.query[Self.field] { text } else {
                try request.field(Self.field)
            }
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, let action = Action(rawValue: String(words[0])), !words[2].isEmpty
        else { throw Status(.invalidArgument, "There is no change \"\(text)\" of a day.") }
        self.action = action
        activity = String(words[2])
        slot = Slot(rawValue: String(words[1]))
    }

    var text: String { "\(action.rawValue) \(slot?.rawValue ?? "-") \(activity)" }

    /// The form of all buttons, without a visible part.
    static func form(_ day: CivilDate, _ visitor: Visitor) -> HTML {
        element(
            "form",
            [
                "method": "post", "action": "/day/\(day)/log", "id": "changes", "data-enhance": "",
            ]
        ) {
            formToken(visitor)
            FormKey.field
        }
    }

    /// A button that makes the change. `label` is its name for screen readers, `queue` the name of the
    /// change while it waits for a connection, and `isPressed` is nil for buttons that do not stay pressed.
    func button(
        class name: String, id: String, label: String, queue: String, isPressed: Bool? = nil,
        @HTMLBuilder _ content: () -> HTML
    ) -> HTML {
        element(
            "button",
            [
                "form": "changes", "name": Self.field, "value": text, "class": name, "id": id,
                "aria-pressed": isPressed.map { "\($0)" }, "aria-label": label,
                "data-queue": queue,
            ], content)
    }
}
