/// Instants that something can have been measured at, in milliseconds since 1970 UTC: those of the
/// years 1900 to 2199. What lies outside is a placeholder, or damage.
package let measurableInstants: ClosedRange<Int64> = -2_208_988_800_000...7_258_118_399_999
