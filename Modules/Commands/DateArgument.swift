import ArgumentParser
import CivilTime

extension CivilDate: @retroactive ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }

    public var defaultValueDescription: String { description }
}
