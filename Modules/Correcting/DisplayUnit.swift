import Contracts
import Metrics
import RPC

/// The unit that a person reads and writes values of a metric in.
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

    /// `value`, written in `other` or in the unit that is shown, as it is kept.
    /// - Throws: When it is no number, or of another dimension.
    func stored(_ value: Double, in other: String?) throws(Status) -> Double {
        let written = other ?? unit
        let stored: Double
        do {
            stored =
                written == "%" && key.unit == "fraction"
                ? value / 100 : try UnitConversion(from: written, to: key.unit).converted(value)
        } catch {
            throw Status(
                .invalidArgument, "\(key.metric) is kept in \(key.unit), and not in \(written).",
                hint: "Leave the unit out: values are in \(unit).")
        }
        guard stored.isMeasurable else {
            throw Status(.invalidArgument, "No sample has a value as large as that.")
        }
        if key.metric == Derivation.sleep.sourceMetric,
            Int(exactly: stored).flatMap(CategoryValue.SleepStage.init) == nil
        {
            throw Status(
                .invalidArgument, "There is no such stage of sleep.",
                hint: "0 is in bed, 1 asleep, 2 awake, 3 core, 4 deep, 5 REM.")
        }
        guard stored >= 0 || metric?.canBeNegative ?? true else {
            throw Status(.invalidArgument, "No sample of \(key.metric) is less than zero.")
        }
        return stored
    }
}
