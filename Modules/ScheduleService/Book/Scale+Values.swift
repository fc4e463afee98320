import CivilTime
import Contracts
import Milestones

extension Scale {
    /// The entries of the weight log as values of body mass, oldest first.
    var values: Weights.Values {
        Weights.Values(
            values: ordered(through: .distantFuture).map { _, weighing in
                Weights.Value(
                    date: weighing.entry.day, kilograms: weighing.entry.weight(in: .kg),
                    source: weighing.source, origin: weighing.origin?.day)
            })
    }
}
