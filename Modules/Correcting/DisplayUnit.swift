import Contracts
import HealthMetrics
import RPC

/// The unit in which a person reads and writes values of a metric.
struct DisplayUnit {
    let unit: String
    private let key: SeriesKey
    private let metric: Metric?
    private let display: UnitConversion

    init(_ key: SeriesKey, in units: UnitSystem) {
        self.key = key
        metric = Metric.known(key: key.metric)
        unit = metric?.displayUnit(in: units) ?? key.unit
        display = metric?.display(in: units) ?? .identity
    }

    func shown(_ stored: Double) -> Double { display.converted(stored) }

    /// Converts `value` from `other`, or from the display unit, to the stored unit.
    /// - Throws: INVALID_ARGUMENT if the value is out of range, or the unit is of another
    ///   dimension.
    func stored(_ value: Double, in other: String?) throws(Status) -> Double {
        let written = other ?? unit
        let stored: Double
        do {
            stored =
                written == "%" && key.unit == "fraction"
                ? value / 100 : try UnitConversion(from: written, to: key.unit).converted(value)
        } catch {
            throw Status(
                .invalidArgument, "\(key.metric) is stored in \(key.unit), and not in \(written).",
                hint: "Leave the unit out: values are in \(unit).")
        }
        guard stored.isMeasurable else {
            throw Status(
                .invalidArgument, "The value \(value) is out of range.",
                hint: "A value is a number of at most 10^15 in \(key.unit).")
        }
        if key.metric == Derivation.sleep.sourceMetric,
            Int(exactly: stored).flatMap(CategoryValue.SleepStage.init) == nil
        {
            throw Status(
                .invalidArgument, "The value \(value) is not the code of a sleep stage.",
                hint: "0 is in bed, 1 asleep, 2 awake, 3 core, 4 deep, 5 REM.")
        }
        guard stored >= 0 || metric?.canBeNegative ?? true else {
            throw Status(
                .invalidArgument, "A sample of \(key.metric) cannot be negative.",
                hint: "To remove the sample: dayline sample delete REF")
        }
        return stored
    }
}
