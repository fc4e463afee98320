import CivilTime
import RPC
import Texts

/// The written form of the values of an option or argument, for hints.
enum ArgumentForm {
    case number, wholeNumber, weekdays, monthDays, slots, times, hours, unit

    /// - Parameters:
    ///   - subject: The option, or the argument in angle brackets.
    ///   - name: What its value is called in the help.
    init?(_ subject: String, _ name: String) {
        guard let form = Self.forms.first(where: { $0.names.contains(subject) })?.form else {
            return nil
        }
        self = form
    }

    private static let forms: [(names: Set<String>, form: ArgumentForm)] = [
        (["--weekly", "--weekdays"], .weekdays), (["--monthly"], .monthDays),
        (["--slots"], .slots), (["--times"], .times), (["--window"], .hours),
        (["<unit>", "--unit"], .unit),
        (
            [
                "--target", "--min", "--max", "--weight", "--baseline", "--start", "--body-fat",
                "--value", "--step", "<weight>", "<value>",
            ], .number
        ),
        (
            [
                "--limit", "--visible", "--predict", "--ahead", "--lines", "--aggregation",
                "--deadline", "--mood", "<count>", "<id>", "<position>", "--position",
            ], .wholeNumber
        ),
    ]

    /// The remedy for a value that is not written so.
    func hint(for value: String) -> String {
        switch self {
        case .number:
            if let point = Self.withPoint(value) {
                return "The decimals stand behind a point: \(point)"
            }
            return "Write a number without its unit, such as 84.5."
        case .wholeNumber: return "Write a whole number, such as 14."
        case .weekdays:
            return "Write weekdays with commas between them, such as mon,wed, or 1,3 (1 is Monday)."
        case .monthDays: return "Write days of a month with commas between them, such as 1,15."
        case .slots:
            return "Write parts of the day with commas between them, such as morning,evening."
        case .times: return "Write times with commas between them, such as 08:00,20:30."
        case .hours: return "Write two hours of the day, such as 6-9."
        case .unit: return "Write the unit behind the number, such as: 84.5 kg"
        }
    }

    /// A number with a decimal comma as it is to be typed; nil for anything else.
    private static func withPoint(_ value: String) -> String? {
        guard value.wholeMatch(of: #/[-+]?\d+,\d+/#) != nil else { return nil }
        return value.replacing(",", with: ".")
    }

    /// Options that take a day, and an argument that takes one or two.
    private static let dated: Set<String> = [
        "--on", "--from", "--to", "--before", "--after", "--deadline", "<days>",
    ]

    /// The refusal of a value that is no day, where one is expected; nil for other subjects.
    static func dateProblem(_ value: String, _ subject: String, _ name: String) -> Status? {
        guard dated.contains(subject), name != "milliseconds" else { return nil }
        let days = value.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
        let wrong = days.first { CivilDate($0) == nil } ?? value
        let isWritten = wrong.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) != nil
        let problem = isWritten ? "there is no \(wrong)" : "\"\(wrong)\" is not a day"
        return Status(
            .invalidArgument, "\(subject) takes a day, and \(problem).",
            hint: "Days are written YYYY-MM-DD, such as 2026-02-28"
                + (subject == "<days>" ? ", and two as 2026-02-01..2026-02-28." : "."))
    }
}
