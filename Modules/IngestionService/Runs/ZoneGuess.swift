import CivilTime
import HostFiles

/// Determines the time zone whose offsets match most days of a file without zone names.
struct ZoneGuess {
    let files: TimeZoneFiles

    /// Zones that are compared first: the most populous of each set of rules.
    private static let common = [
        "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
        "America/Phoenix", "America/Anchorage", "America/Halifax", "America/St_Johns",
        "America/Sao_Paulo", "America/Bogota", "America/Mexico_City",
        "America/Argentina/Buenos_Aires",
        "America/Caracas", "America/Santiago", "Pacific/Honolulu", "Europe/London", "Europe/Berlin",
        "Europe/Athens", "Europe/Moscow", "Europe/Istanbul", "Africa/Cairo", "Africa/Lagos",
        "Africa/Johannesburg", "Africa/Nairobi", "Asia/Jerusalem", "Asia/Dubai", "Asia/Tehran",
        "Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Bangkok",
        "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Australia/Brisbane",
        "Australia/Adelaide", "Australia/Perth", "Pacific/Auckland", "UTC",
    ]
    /// Maximum number of compared days, spread over the file.
    private static let dayLimit = 1000

    /// The name of the zone; nil if none matches most days. `offsets` are seconds east of UTC by day.
    func name(offsets: [CivilDate: Int]) -> String? {
        let days = Self.sample(offsets)
        let common = best(of: Self.common, days)
        if let common, common.misses == 0 { return common.name }
        let listed = best(of: files.names().filter(files.isListed), days)
        guard let best = [common, listed].compactMap(\.self).min(by: { $0.misses < $1.misses }),
            best.misses * 2 < days.count
        else { return nil }
        return best.name
    }

    /// The first of the names with the fewest mismatched days.
    private func best(
        of names: [String], _ days: [(day: CivilDate, offset: Int)]
    ) -> (name: String, misses: Int)? {
        var best: (name: String, misses: Int)?
        for name in names {
            guard let zone = ZoneNotice.zone(name, files) else { continue }
            let misses = days.count { ZoneNotice.noonOffset(zone, $0.day) != $0.offset }
            if misses < best?.misses ?? .max { best = (name, misses) }
            if misses == 0 { break }
        }
        return best
    }

    /// The days in ascending order; of more than ``dayLimit`` days, evenly spaced ones.
    private static func sample(_ offsets: [CivilDate: Int]) -> [(day: CivilDate, offset: Int)] {
        let days = offsets.sorted { $0.key < $1.key }.map { (day: $0.key, offset: $0.value) }
        guard days.count > dayLimit else { return days }
        let step = (days.count + dayLimit - 1) / dayLimit
        return stride(from: 0, to: days.count, by: step).map { days[$0] }
    }
}
