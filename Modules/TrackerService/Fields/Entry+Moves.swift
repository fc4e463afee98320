import CivilTime
import RPC
import Tracker

extension Entry {
    /// The number as entered, if the activity has another unit or type on the day that the entry is
    /// moved to; nil if the entry's value is valid there unchanged.
    /// - Throws: FAILED_PRECONDITION if the value has no meaning on that day.
    func number(
        movedTo day: CivilDate, of activity: Activity
    ) throws(Status) -> (amount: Double, unit: String?)? {
        let old = activity.configuration(on: self.day).kind
        let new = activity.configuration(on: day).kind
        guard old.content == new.content else {
            throw Status(
                .failedPrecondition,
                "\"\(activity.name)\" takes \(old.content.rawValue) on \(self.day), and "
                    + "\(new.content.rawValue) on \(day).",
                hint: "Log it again with: dayline log \(quoted(activity.name)) --on \(day)")
        }
        guard let value = outcome.value, let oldQuantity = old.quantity,
            let newQuantity = new.quantity, oldQuantity != newQuantity
        else { return nil }
        guard (oldQuantity.unit == nil) == (newQuantity.unit == nil) else {
            throw Status(
                .failedPrecondition,
                "\"\(activity.name)\" has \(oldQuantity.unitText) on \(self.day), and "
                    + "\(newQuantity.unitText) on \(day).",
                hint: "Give the value on that day with: --value \(plainText(value))")
        }
        return (entered?.amount ?? value, entered?.unit ?? oldQuantity.unit)
    }
}

/// The content of an activity's entries, for messages.
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
