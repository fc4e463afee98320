import ArgumentParser
import CivilTime

extension CivilDate: ExpressibleByArgument {
    init?(argument: String) {
        self.init(argument)
    }

    var defaultValueDescription: String { description }
}
