import ArgumentParser

/// What an option sets, or the word `none`, which takes it away.
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

    var value: Value? {
        if case .some(let value) = self { value } else { nil }
    }
}
