/// A range of time of 2^20 seconds, a little over twelve days. A chunk has the samples of one
/// series in one segment.
package enum Segment {
    package static let milliseconds: Int64 = 1000 << 20

    /// The segment that contains a start, counted from 1970; negative before 1970.
    package static func number(of startMs: Int64) -> Int64 {
        let quotient = startMs / milliseconds
        return startMs % milliseconds < 0 ? quotient - 1 : quotient
    }
}
