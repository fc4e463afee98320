package import CivilTime

/// Parses times of exports, such as `2024-05-01 06:30:00.000` or `2024-05-01T06:30:00+02:00`.
package struct ExportTime {
    /// The zones of times that do not state their offset.
    private let zones: ZoneHistory

    package init(zones: ZoneHistory) {
        self.zones = zones
    }

    /// Milliseconds since 1970, UTC; nil if the text is not a time. A time without an offset is local.
    package func instant(_ text: String) -> Int64? {
        guard let (milliseconds, hasZone) = InstantParser.instant(text) else { return nil }
        return hasZone ? milliseconds : instant(local: milliseconds)
    }

    /// The instant of a local time, given in milliseconds since 1970-01-01T00:00 on the local clock.
    package func instant(local milliseconds: Int64) -> Int64 {
        let seconds = floorDivision(milliseconds, 1000)
        let days = floorDivision(seconds, secondsPerDay)
        let time = LocalTime(
            date: CivilDate(clampingDays: days), secondOfDay: Int(seconds - days * secondsPerDay))
        return zones.instant(of: time) + (milliseconds - seconds * 1000)
    }

    /// The local day of an instant in milliseconds since 1970, UTC.
    package func date(of instant: Int64) -> CivilDate {
        let seconds = floorDivision(instant, 1000)
        let offset = Int64(zones.segment(atSeconds: seconds).offset)
        return CivilDate(clampingDays: floorDivision(seconds + offset, secondsPerDay))
    }

    /// The instants of a local day.
    package func day(_ date: CivilDate) -> Range<Int64> {
        let start = zones.startOfDay(date)
        return start..<max(start + 1, zones.startOfDay(date.advanced(by: 1)))
    }
}
