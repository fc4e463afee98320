import ArgumentParser
import CivilTime

extension CivilDate: ExpressibleByArgument {
    init?(argument: String) {
        self.init(argument)
    }

    var defaultValueDescription: String { description }

    /// The last day of a list that ends on `to`, on a day after which nothing is known yet.
    static func last(_ to: CivilDate?, asOf on: CivilDate?) -> CivilDate? {
        [to, on].compactMap { $0 }.min()
    }
}
