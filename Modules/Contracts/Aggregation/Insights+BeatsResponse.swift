import Memberwise
package import RPC

extension Insights {
    /// Returns the measurements of heart rate variability with their beats.
    package static let beats = Method<DayRangeRequest, BeatsResponse>(
        service, "Beats", repeatable: true, hasLargeReply: true)

    @Message
    package struct BeatsResponse: Codable, Hashable, WireValue {
        /// The measurements, ascending by start; the range may have at most 92 days.
        package var measurements: [Measurement]
    }

    @Message
    package struct Measurement: Codable, Hashable, Sendable {
        /// The start as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var start: String
        /// The end as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var end: String
        /// The name of the source.
        package var source: String
        /// The standard deviation between beats (SDNN), in milliseconds.
        package var variability: Double
        /// The beats of the measurement, ascending by time; may be empty.
        package var beats: [Beat]
    }

    @Message
    package struct Beat: Codable, Hashable, Sendable {
        /// The time since the start of the measurement, in milliseconds.
        package var offset: Int64
        /// The heart rate of the beat, in beats per minute.
        package var rate: Double
    }
}
