/// Samples are kept in chunks, one for each series and segment of time. A segment lasts 2^20 seconds,
/// a little over twelve days.
package enum Segment {
    package static let milliseconds: Int64 = 1000 << 20

    /// The segment that a start lies in, counted from 1970; negative before.
    package static func number(of startMs: Int64) -> Int64 {
        let quotient = startMs / milliseconds
        return startMs % milliseconds < 0 ? quotient - 1 : quotient
    }
}
