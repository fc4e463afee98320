import Memberwise
package import RPC

/// The reference to one stored sample: the number of its series, its times and its value.
///
/// The reference is the identity of the sample: it does not change when the sample is imported
/// again, and a removed sample keeps it. Its text is `SERIES.START.DURATION.VALUE`, with all parts
/// after the first in base 36; the value is its bits, least significant byte first, so that round
/// numbers are short.
@Memberwise
package struct SampleReference: Hashable, Sendable {
    /// The number of the series in storage.
    package var series: Int64
    /// The start in milliseconds since 1970 UTC.
    package var start: Int64
    /// The end in milliseconds since 1970 UTC, not before the start.
    package var end: Int64
    /// The value in the canonical unit of the metric.
    package var value: Double

    /// - Throws: INVALID_ARGUMENT if the text is not a reference.
    package init(text: String) throws(Status) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, let series = Int64(parts[0]),
            let start = Int64(parts[1], radix: 36),
            let duration = Int64(parts[2], radix: 36), duration >= 0,
            let bits = UInt64(parts[3], radix: 36),
            case let (end, overflows) = start.addingReportingOverflow(duration), !overflows
        else {
            throw Status(
                .invalidArgument, "\"\(text)\" names no sample.",
                hint: "List the samples of a day with: dayline samples METRIC --on DATE")
        }
        self.init(
            series: series, start: start, end: end, value: Double(bitPattern: bits.byteSwapped))
    }

    package var text: String {
        let (start, duration) = (String(start, radix: 36), String(end - start, radix: 36))
        return "\(series).\(start).\(duration).\(String(value.bitPattern.byteSwapped, radix: 36))"
    }
}

extension SampleReference: Codable {
    package init(from decoder: any Decoder) throws {
        self = try Self(text: decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
