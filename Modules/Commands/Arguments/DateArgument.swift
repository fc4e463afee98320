import ArgumentParser
import CivilTime

extension CivilDate: ExpressibleByArgument {
    init?(argument: String) {
        self.init(argument)
    }

    var defaultValueDescription: String { description }

    /// The earlier of the end of a range and the as-of day; nil if neither is given.
    static func last(_ to: CivilDate?, asOf on: CivilDate?) -> CivilDate? {
        [to, on].compactMap { $0 }.min()
    }
}
