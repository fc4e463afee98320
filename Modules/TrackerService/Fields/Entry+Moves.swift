import CivilTime
import RPC
import Tracker

extension Entry {
    /// The number as it was given, where the activity takes other numbers on the day that the entry is
    /// moved to; nil where what the entry says means the same there.
    /// - Throws: FAILED_PRECONDITION where it can mean nothing there.
    func number(
        movedTo day: CivilDate, of activity: Activity
    ) throws(Status) -> (amount: Double, unit: String?)? {
        let then = activity.configuration(on: self.day).kind
        let there = activity.configuration(on: day).kind
        guard then.content == there.content else {
            throw Status(
                .failedPrecondition,
                "\"\(activity.name)\" takes \(then.content.rawValue) on \(self.day), and "
                    + "\(there.content.rawValue) on \(day).",
                hint: "Log it anew with: dayline log \(quoted(activity.name)) --on \(day)")
        }
        guard let value = outcome.value, let old = then.quantity, let new = there.quantity,
            old != new
        else { return nil }
        guard (old.unit == nil) == (new.unit == nil) else {
            throw Status(
                .failedPrecondition,
                "\"\(activity.name)\" has \(old.unitText) on \(self.day), and "
                    + "\(new.unitText) on \(day).",
                hint: "Say what it is there with: --value \(plainText(value))")
        }
        return (entered?.amount ?? value, entered?.unit ?? old.unit)
    }
}

/// What an entry of an activity holds.
private enum EntryContent: String {
    case numbers, ticks, photos, notes, answers
    case nothing = "nothing of its own"
}

extension ActivityKind {
    fileprivate var content: EntryContent {
        switch self {
        case .value, .cumulative, .metric(.value): .numbers
        case .checkbox, .metric(.checkbox): .ticks
        case .metric(.photo): .photos
        case .metric(.notes): .notes
        case .answer: .answers
        case .container: .nothing
        }
    }
}

extension Quantity {
    fileprivate var unitText: String { unit.map { "the unit \($0)" } ?? "no unit" }
}
