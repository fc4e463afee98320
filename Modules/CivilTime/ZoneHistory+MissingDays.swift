extension ZoneHistory {
    /// The local dates that do not occur because the clock, or a change of zones, skips all of the
    /// day, such as 2011-12-30 in Samoa. Usually empty.
    package var missingDays: Set<CivilDate> {
        var missing: Set<CivilDate> = []
        for instant in transitions {
            let after = date(instant, offset: offset(atSeconds: instant))
            var day = date(instant, offset: offset(atSeconds: instant - 1))
            while day < after {
                if length(of: day) == 0 { missing.insert(day) }
                day = day.advanced(by: 1)
            }
        }
        return missing
    }

    private func date(_ seconds: Int64, offset: Int) -> CivilDate {
        CivilDate(clampingDays: floorDivision(seconds + Int64(offset), secondsPerDay))
    }
}
