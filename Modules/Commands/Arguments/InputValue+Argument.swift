import ArgumentParser
import Contracts
import NaturalInput

extension InputValue: ExpressibleByArgument {
    package init?(argument: String) {
        self = NumberArgument(argument: argument).map { .number($0.value) } ?? .text(argument)
    }
}
