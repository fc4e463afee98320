/// Instants that something can have been measured at, in milliseconds since 1970 UTC: those of the
/// years 1900 to 2199. What lies outside is a placeholder, or damage.
@inlinable
package var measurableInstants: ClosedRange<Int64> { -2_208_988_800_000...7_258_118_399_999 }

/// Days that something can have been done on, or be planned for: those of ``measurableInstants``. A day
/// outside is a slip of the pen, and every day up to it would be judged.
package let measurableDays: ClosedRange<CivilDate> =
    CivilDate(
        days: Int32(measurableInstants.lowerBound / 86_400_000))...CivilDate(
        days: Int32(measurableInstants.upperBound / 86_400_000))
