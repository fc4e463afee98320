import ArgumentParser
import Contracts

extension InputValue: ExpressibleByArgument {
    package init?(argument: String) {
        self = NumberArgument(argument: argument).map { .number($0.value) } ?? .text(argument)
    }
}
