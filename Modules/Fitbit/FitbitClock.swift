import CivilTime

/// Finds the clock of an archive: steps on the right clock are outside of the nights, whose times are
/// known to be local.
struct FitbitClock {
    /// Nights in milliseconds on the wall clock, ascending, without overlaps.
    private var nights: [Range<Int64>] = []
    private let zones: ZoneHistory
    /// The number of minutes with steps.
    private(set) var minutes = 0
    /// The number of these minutes within nights, if the clock is local time.
    private var local = 0
    /// The number of these minutes within nights, if the clock is UTC.
    private var utc = 0
    /// The number of these minutes within nights, for each shift of the clock in hours.
    private var shifted = [Int](repeating: 0, count: shifts.count)

    private static let shifts = -12...14
    private static let hour: Int64 = 3_600_000
    private static let nightLimit = 20_000
    private static let minuteLimit = 200_000
    /// Minutes with steps that a decision needs.
    private static let leastMinutes = 500

    init(nights: [Range<Int64>], zones: ZoneHistory) {
        self.zones = zones
        for night in nights.sorted(by: { $0.lowerBound < $1.lowerBound })
        where night.lowerBound >= self.nights.last?.upperBound ?? .min
            && self.nights.count < Self.nightLimit
        {
            self.nights.append(night)
        }
    }

    /// True if more steps would not change the finding.
    var isComplete: Bool { nights.isEmpty || minutes >= Self.minuteLimit }

    /// Adds a minute with steps, in milliseconds on the unknown clock.
    mutating func add(_ time: Int64) {
        // Only days with nights show anything.
        guard let first = nights.first, let last = nights.last,
            (first.lowerBound - 24 * Self.hour...last.upperBound + 24 * Self.hour).contains(time)
        else { return }
        minutes += 1
        if isNight(time) { local += 1 }
        let offset = zones.segment(atSeconds: floorDivision(time, 1000)).offset
        if isNight(time + Int64(offset) * 1000) { utc += 1 }
        for (index, shift) in Self.shifts.enumerated()
        where isNight(time + Int64(shift) * Self.hour) {
            shifted[index] += 1
        }
    }

    private func isNight(_ time: Int64) -> Bool {
        var (low, high) = (0, nights.count)
        while low < high {
            let middle = (low + high) / 2
            if nights[middle].lowerBound <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 && nights[low - 1].contains(time)
    }

    /// The clock and the sentence of the report about it.
    struct Finding {
        var clock: FitbitTime.Clock
        var reason: String
        /// True if the finding may be wrong, so that the report asks the person.
        var isDoubtful: Bool
    }

    var finding: Finding {
        guard minutes >= Self.leastMinutes else {
            return Finding(
                clock: .utc, reason: "no nights with steps around them show the clock",
                isDoubtful: true)
        }
        let mean = shifted.reduce(0, +) / shifted.count
        let best = min(local, utc)
        let least = shifted.min() ?? 0
        if least * 2 < best, mean > best / 2 {
            let indices = shifted.indices.filter { shifted[$0] == least }
            let hours = Self.shifts.lowerBound + indices[indices.count / 2]
            return Finding(
                clock: utc <= local ? .utc : .local,
                reason: "the steps are outside of the nights only \(hours) hours later than "
                    + "written, which is not the zone of the import",
                isDoubtful: true)
        }
        if local == utc {
            return Finding(
                clock: .utc, reason: "both clocks agree with the nights", isDoubtful: false)
        }
        let clock: FitbitTime.Clock = utc < local ? .utc : .local
        let isClear = max(local, utc) >= best * 2
        return Finding(
            clock: clock,
            reason: "\(best) of \(minutes) minutes with steps are within nights, "
                + "\(max(local, utc)) on the other clock", isDoubtful: !isClear)
    }
}
