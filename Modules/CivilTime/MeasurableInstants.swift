/// Possible instants of a measurement, in milliseconds since 1970 UTC: the years 1900 to 2199.
/// Other instants are placeholders or damage.
@inlinable
package var measurableInstants: ClosedRange<Int64> { -2_208_988_800_000...7_258_118_399_999 }

/// Possible days of entries and schedules, from ``measurableInstants``. The limit catches typing
/// errors: every day up to an accepted one is evaluated.
package let measurableDays: ClosedRange<CivilDate> =
    CivilDate(
        days: Int32(measurableInstants.lowerBound / 86_400_000))...CivilDate(
        days: Int32(measurableInstants.upperBound / 86_400_000))
