import CivilTime
import Contracts
import Milestones

extension WeightLog {
    /// The entries of the weight log as values of body mass, oldest first.
    var values: Weights.ValuesResponse {
        Weights.ValuesResponse(
            values: ordered(through: .distantFuture).map { _, weightEntry in
                Weights.Value(
                    date: weightEntry.entry.day, kilograms: weightEntry.entry.weight(in: .kg),
                    source: weightEntry.source, origin: weightEntry.origin?.day,
                    at: weightEntry.entry.at.map(instantText))
            })
    }
}
