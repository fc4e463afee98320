import Contracts
import NaturalInput
import RPC

/// The syntax of the values of an option or argument, for hints.
enum ArgumentForm {
    case number, wholeNumber, weekdays, monthDays, slots, times, hours, unit

    /// Nil if any text is valid for the option or argument.
    /// - Parameter subject: The option, or the argument in angle brackets.
    init?(_ subject: String) {
        guard let form = Self.forms.first(where: { $0.names.contains(subject) })?.form else {
            return nil
        }
        self = form
    }

    private static let forms: [(names: Set<String>, form: ArgumentForm)] = [
        (["--weekly", "--weekdays", "<weekdays>"], .weekdays), (["--monthly"], .monthDays),
        (["--slots"], .slots), (["--times"], .times), (["--window"], .hours),
        (["<unit>", "--unit"], .unit),
        (
            [
                "--target", "--min", "--max", "--weight", "--baseline", "--start", "--body-fat",
                "--value", "--step", "--rpe", "<weight>", "<value>",
            ], .number
        ),
        (
            [
                "--limit", "--visible", "--predict", "--ahead", "--lines", "--aggregation",
                "--deadline", "--mood", "<count>", "<id>", "<position>", "--position", "--set",
                "--sets", "--rir",
            ], .wholeNumber
        ),
    ]

    /// The remedy for a value of another syntax.
    func hint(for value: String) -> String {
        switch self {
        case .number:
            if case .failure(let error) = Result(catching: { () throws(AmountError) in
                try DecimalNumber(value)
            }), case .ambiguous = error {
                return error.remedy
            }
            return "Write a number without its unit, such as 84.5 or 84,5."
        case .wholeNumber: return "Write a whole number, such as 14."
        case .weekdays:
            return "Separate weekdays with commas, such as mon,wed, or 1,3 (1 is Monday)."
        case .monthDays: return "Separate days of the month with commas, such as 1,15."
        case .slots:
            return "Separate parts of the day with commas, such as morning,evening."
        case .times:
            return "Write times of the day as 08:00,20:30, and a number of times as 3/week."
        case .hours: return "Write two hours of the day, such as 6-9."
        case .unit: return "Write the unit after the number, such as: 84.5 kg"
        }
    }

    /// Options that take a day, and the argument that takes a day or a range.
    private static let dated: Set<String> = [
        "--on", "--from", "--to", "--before", "--after", "--deadline", "<days>",
    ]

    /// True if an option takes a day.
    static func isDated(_ option: String) -> Bool {
        option.hasPrefix("--") && dated.contains(option)
    }

    /// The error for a value that is not a day; nil if `subject` does not take a day.
    static func dateProblem(_ value: String, _ subject: String, _ name: String) -> Status? {
        guard dated.contains(subject), name != "milliseconds" else { return nil }
        do throws(DayError) {
            if subject == "<days>" || value.contains("..") && name == "days" {
                _ = try DayRangeExpression(value)
            } else {
                _ = try DayExpression(value)
            }
        } catch {
            guard let ends = value.firstRange(of: ".."), name != "days", subject != "<days>" else {
                return Status(error, in: subject)
            }
            let isLimit = subject == "--from" || subject == "--to"
            return Status(
                .invalidArgument, "\(subject) takes one day, and \"\(value)\" is a range.",
                hint: isLimit
                    ? "Write it as: --from \(value[..<ends.lowerBound]) "
                        + "--to \(value[ends.upperBound...])"
                    : "Write a day as \(DayError.acceptedDays).")
        }
        return Status(.invalidArgument, "\(subject) takes a day, and \"\(value)\" is out of range.")
    }
}
