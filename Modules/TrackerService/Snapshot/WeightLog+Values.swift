import CivilTime
import Contracts
import Milestones

extension WeightLog {
    /// The entries of the weight log as values of body mass, oldest first.
    var values: Weights.ValuesResponse {
        Weights.ValuesResponse(
            values: ordered(through: .distantFuture).map { _, weighing in
                Weights.Value(
                    date: weighing.entry.day, kilograms: weighing.entry.weight(in: .kg),
                    source: weighing.source, origin: weighing.origin?.day)
            })
    }
}
