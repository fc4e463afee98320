import CivilTime
import NaturalInput
import RPC

/// The fields of a posted form, with sentences about values that are not valid.
struct FormInput {
    /// The name of the form on its page.
    let form: String
    /// The fields as typed, by name.
    private let texts: [String: String]
    /// Sentences about fields, by name.
    private(set) var problems: [String: String] = [:]
    /// The sentence about the form as a whole; nil: none.
    private(set) var problem: String?

    init(
        _ form: String, _ texts: [String: String] = [:], problems: [String: String] = [:]
    ) {
        self.form = form
        self.texts = texts
        self.problems = problems
    }

    /// The posted form if it is the one of the name; else an empty form of that name.
    static func posted(_ posted: FormInput?, _ form: String) -> FormInput {
        posted.flatMap { $0.form == form ? $0 : nil } ?? FormInput(form)
    }

    var isValid: Bool { problems.isEmpty && problem == nil }

    /// A field as typed; nil if the form was not posted or has no such field.
    func typed(_ name: String) -> String? { texts[name] }

    /// A field without white space around it; nil if it is empty.
    func text(_ name: String) -> String? {
        let words = (texts[name] ?? "").split(whereSeparator: \.isWhitespace)
        guard let first = words.first, let last = words.last else { return nil }
        return String((texts[name] ?? "")[first.startIndex..<last.endIndex])
    }

    /// A field that must not be empty. Nil with `sentence` as its problem if it is.
    mutating func requiredText(_ name: String, _ sentence: String) -> String? {
        let text = text(name)
        if text == nil { reject(sentence, name) }
        return text
    }

    /// A number with a point or a comma as its decimal sign; nil if the field is empty, or with a
    /// problem if it is not a number.
    mutating func number(_ name: String) -> Double? {
        guard let text = text(name) else { return nil }
        do throws(AmountError) {
            return try DecimalNumber(text).value
        } catch {
            reject(error.sentences, name)
            return nil
        }
    }

    /// A whole number; nil if the field is empty, or with a problem if it is not a whole number.
    mutating func integer(_ name: String) -> Int? {
        guard let number = number(name) else { return nil }
        guard let integer = Int(exactly: number) else {
            reject("\"\(text(name) ?? "")\" is not a whole number.", name)
            return nil
        }
        return integer
    }

    /// A day; nil if the field is empty, or with a problem if it is not a day.
    mutating func day(_ name: String) -> CivilDate? {
        guard let text = text(name) else { return nil }
        guard let day = CivilDate(text) else {
            reject("\"\(text)\" is not a day. Write days as 2026-11-22.", name)
            return nil
        }
        return day
    }

    /// Adds a sentence about a field; nil: about the form.
    mutating func reject(_ sentence: String, _ name: String? = nil) {
        if let name { problems[name] = sentence } else { problem = sentence }
    }

    /// Adds the sentence of a service that rejects the form, about a field; nil: about the form.
    /// - Throws: The status if the form is not its reason, such as UNAVAILABLE.
    mutating func reject(_ status: Status, _ name: String? = nil) throws(Status) {
        switch status.code {
        case .invalidArgument, .outOfRange, .alreadyExists, .failedPrecondition:
            reject(status.formSentence, name)
        case .notFound, .aborted: reject(status.formSentence)
        default: throw status
        }
    }

    /// The sentence about the form as a whole.
    var note: HTML? {
        problem.map { sentence in
            element("div", ["class": "note bad", "role": "alert"]) {
                element("p") { sentence }
            }
        }
    }
}
