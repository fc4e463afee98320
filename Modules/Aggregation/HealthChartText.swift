/// Formats measurements for the header of a chart; a missing value is a dash.
package enum HealthChartText {
    package static let placeholder = "–"

    /// "45m" or "1h 5m", rounded down to whole minutes.
    package static func duration(seconds: Double?) -> String {
        guard let seconds, let minutes = whole(seconds / 60, rounded: .down) else {
            return placeholder
        }
        return minutes < 60 ? "\(minutes)m" : "\(minutes / 60)h \(minutes % 60)m"
    }

    package static func sleep(hours: Double?) -> String {
        duration(seconds: hours.map { ($0 * 60).rounded() * 60 })
    }

    package static func heartRateVariability(_ milliseconds: Double?) -> String {
        withUnit(milliseconds, "ms")
    }

    package static func heartRate(_ beats: Double?) -> String {
        withUnit(beats, "bpm")
    }

    package static func energy(_ kilocalories: Double?) -> String {
        withUnit(kilocalories, "kcal")
    }

    /// Breaths per minute with one decimal.
    package static func respiratoryRate(_ breaths: Double?) -> String {
        guard let breaths, let tenths = whole(breaths * 10) else { return placeholder }
        let sign = tenths < 0 ? "-" : ""
        return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10) br/min"
    }

    /// "2 laps, 4 segments"; empty without either.
    package static func events(laps: Int, segments: Int) -> String {
        func counted(_ count: Int, _ noun: String) -> String? {
            count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
        }
        return [counted(laps, "lap"), counted(segments, "segment")].compactMap(\.self)
            .joined(separator: ", ")
    }

    private static func withUnit(_ value: Double?, _ unit: String) -> String {
        guard let value, let number = whole(value) else { return placeholder }
        return "\(number) \(unit)"
    }

    /// The value as an integer; nil if it does not fit.
    private static func whole(
        _ value: Double, rounded rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
    ) -> Int? {
        Int(exactly: value.rounded(rule))
    }
}
