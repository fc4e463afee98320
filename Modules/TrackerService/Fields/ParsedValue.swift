import CivilTime
import Contracts
import HealthMetrics
import NaturalInput
import RPC
import Texts
import Tracker
import TrackerRules

/// The value of a request for an activity: a number in its unit, an answer, or neither.
struct ParsedValue {
    var value: Double?
    var answer: Answer?
    var entered: EnteredValue?
    var note: String?
    /// The value for a summary, with a leading space.
    var summary = ""

    /// Parses the value. Without one, a cumulative activity uses the step of recent amounts.
    /// - Throws: INVALID_ARGUMENT for a value that the activity does not have.
    init(
        _ request: Journal.LogRequest, for activity: Activity, on day: CivilDate,
        history: ActivityHistory
    ) throws(Status) {
        note = request.note
        let name = activity.name
        switch activity.configuration(on: day).kind {
        case .checkbox, .metric(.checkbox), .container:
            try Self.reject(
                request.value, "\"\(name)\" takes no value: it is done or not.",
                hint: "Leave the value out: dayline log \(quoted(name))")
        case .value(let quantity), .metric(.value(let quantity)):
            guard let value = request.value else {
                throw Status(
                    .invalidArgument, "\"\(name)\" needs a number.",
                    hint: "For example: dayline log \(quoted(name)) \(Self.example(of: quantity))")
            }
            try set(value, request.unit, quantity, name)
        case .cumulative(let quantity, _):
            let value =
                request.value
                ?? (request.shouldComplete == true ? quantity.target : nil).map {
                    .number(max(0, $0 - (history.dayStatus(of: activity, on: day).value ?? 0)))
                }
                ?? .number(history.quickAddStep(of: activity, on: day) ?? 1)
            try set(value, request.unit, quantity, name)
        case .metric(.photo(let views)):
            try Self.reject(
                request.value, "\"\(name)\" takes a photo, and no value.",
                hint: "For example: dayline log \(quoted(name)) --photo FILE")
            guard let photos = request.photos, !photos.isEmpty else {
                throw Status(
                    .invalidArgument, "\"\(name)\" needs a photo.",
                    hint: "For example: dayline log \(quoted(name)) --photo FILE")
            }
            if let other = photos.keys.sorted().first(where: { !views.contains($0) }) {
                throw Status(
                    .invalidArgument, "\"\(name)\" has no view \"\(other)\".",
                    hint: "The views are: \(views.joined(separator: ", ")).")
            }
        case .metric(.notes):
            note = request.value.map(\.text) ?? note
            guard let note, !note.isEmpty else {
                throw Status(
                    .invalidArgument, "\"\(name)\" needs a text.",
                    hint: "For example: dayline log \(quoted(name)) 'slept well'")
            }
        case .answer(let form):
            guard let text = request.value?.text, !text.isEmpty else {
                throw Status(.invalidArgument, "\"\(name)\" needs an answer.", hint: form.hint)
            }
            answer = try Answer(text, form: form, to: name)
            summary = " \(text)"
        }
    }

    private mutating func set(
        _ input: InputValue, _ unit: String?, _ quantity: Quantity, _ name: String
    ) throws(Status) {
        let typed = try Self.amount(input, unit, quantity, name)
        let (amount, unit) = (typed.number, typed.unit)
        var value = amount
        if let unit, unit.lowercased() != quantity.unit?.lowercased() {
            guard let own = quantity.unit else {
                throw Status(
                    .invalidArgument,
                    "\"\(name)\" has no unit, so \(unit) cannot be converted.",
                    hint: "Give it one with: dayline activity edit \(quoted(name)) --unit "
                        + quoted(unit))
            }
            guard unit != "cal" else {
                throw Status(
                    .invalidArgument,
                    "The unit cal is ambiguous: a calorie, or the kilocalorie of food.",
                    hint: "Write kcal for the energy of food.")
            }
            do {
                value = try UnitConversion(spokenUnit: unit, to: own).converted(amount)
            } catch {
                throw Status(
                    .invalidArgument,
                    "\"\(unit)\" is not a unit of \"\(name)\", which is kept in \(own).",
                    hint:
                        "For example: dayline log \(quoted(name)) \(plainText(amount)) \(quoted(own))"
                )
            }
            entered = EnteredValue(amount: amount, unit: unit)
        }
        try Self.check(value, quantity, name)
        self.value = value
        summary = " \(writtenText(amount))" + ((unit ?? quantity.unit).map { " \($0)" } ?? "")
    }

    /// The amount of an input: a number with `unit`, or a text with its own unit.
    private static func amount(
        _ input: InputValue, _ unit: String?, _ quantity: Quantity, _ name: String
    ) throws(Status) -> Amount {
        let text: String
        switch input {
        case .number(let number) where !number.isNaN: return Amount(number: number, unit: unit)
        case .number(let number): text = "\(number)"
        case .text(let typed): text = typed
        }
        do throws(AmountError) {
            return try Amount(unit.map { "\(text) \($0)" } ?? text)
        } catch {
            let hint =
                if case .ambiguous = error { error.remedy } else {
                    "For example: dayline log \(quoted(name)) \(example(of: quantity))"
                }
            throw Status(
                .invalidArgument, "\(error.problem), and \"\(name)\" needs a number.", hint: hint)
        }
    }

    static func check(_ value: Double, _ quantity: Quantity, _ name: String) throws(Status) {
        let unit = quantity.unit.map { " \($0)" } ?? ""
        let minimum = quantity.minimum ?? 0
        guard value.isMeasurable else {
            throw Status(
                .invalidArgument,
                "\(plainText(value)) is not a valid value of \"\(name)\": it is too large to be added up.",
                hint: "For example: dayline log \(quoted(name)) \(example(of: quantity))")
        }
        guard value >= minimum else {
            throw Status(
                .invalidArgument,
                "\(plainText(value)) is too little for \"\(name)\": it takes "
                    + "\(plainText(minimum))\(unit) or more.",
                hint: "Lower the minimum with: dayline activity edit \(quoted(name)) "
                    + "--min \(plainText(value))")
        }
        if let maximum = quantity.maximum, value > maximum {
            throw Status(
                .invalidArgument,
                "\(plainText(value)) is too much for \"\(name)\": it takes up to "
                    + "\(plainText(maximum))\(unit).",
                hint: "Raise the maximum with: dayline activity edit \(quoted(name)) "
                    + "--max \(plainText(value))")
        }
    }

    private static func reject(
        _ value: InputValue?, _ sentence: String, hint: String
    ) throws(Status) {
        if value != nil { throw Status(.invalidArgument, sentence, hint: hint) }
    }

    private static func example(of quantity: Quantity) -> String {
        plainText(quantity.target ?? 1) + (quantity.unit.map { " \($0)" } ?? "")
    }
}

extension Answer {
    init(_ text: String, form: AnswerForm, to name: String) throws(Status) {
        switch form {
        case .text:
            self = .text(text)
        case .choice(let options):
            var chosen: [String] = []
            for part in text.split(separator: ",") {
                let typed = String(part.drop { $0 == " " })
                guard case .found(let index) = NameMatch(typed, among: options) else {
                    throw Status(
                        .invalidArgument, "\"\(typed)\" is not an answer to \"\(name)\".",
                        hint: form.hint)
                }
                chosen.append(options[index])
            }
            self = .choices(chosen)
        case .time:
            let parts = text.split(separator: ":").map { Int($0) }
            guard parts.count == 2, let hour = parts[0], let minute = parts[1],
                (0...23).contains(hour), (0...59).contains(minute)
            else {
                throw Status(.invalidArgument, "\"\(text)\" is not a time of day.", hint: form.hint)
            }
            self = .time(hour * 60 + minute)
        }
    }
}

extension AnswerForm {
    fileprivate var hint: String {
        switch self {
        case .text: "Any text is accepted."
        case .choice(let options): "Answers: \(options.joined(separator: ", "))."
        case .time: "Write a time as 07:30."
        }
    }
}

extension ActivityHistory {
    /// The amount of a quick add on a day; nil unless the activity is cumulative.
    func quickAddStep(of activity: Activity, on day: CivilDate) -> Double? {
        guard case .cumulative(let quantity, _) = activity.configuration(on: day).kind else {
            return nil
        }
        let recent = values(
            of: activity.id, from: day.advanced(by: -Self.daysOfAmounts), through: day)
        return Tracker.quickAddStep(after: recent, target: quantity.target)
    }

    /// The days before an entry whose amounts a quick add repeats.
    private static let daysOfAmounts = 60
}
