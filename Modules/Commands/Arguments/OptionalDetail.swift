import ArgumentParser

/// The value of an option that sets a detail, or the word `none`, which removes it.
enum OptionalDetail<Value: ExpressibleByArgument>: ExpressibleByArgument {
    case some(Value)
    case none

    init?(argument: String) {
        if argument == "none" {
            self = .none
        } else if let value = Value(argument: argument) {
            self = .some(value)
        } else {
            return nil
        }
    }

    /// True for `none`.
    var isNone: Bool {
        if case .none = self { true } else { false }
    }

    /// Nil for `none`.
    var value: Value? {
        if case .some(let value) = self { value } else { nil }
    }
}
