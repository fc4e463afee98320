import Memberwise
package import RPC

extension Insights {
    /// Measurements of heart rate variability with the beats they were made of.
    package static let beats = Method<DayRangeRequest, BeatsResponse>(
        service, "Beats", repeatable: true)

    @Message
    package struct BeatsResponse: Codable, Hashable, WireValue {
        /// By start.
        package var measurements: [Measurement]
    }

    @Message
    package struct Measurement: Codable, Hashable, Sendable {
        /// ISO 8601, on the wall where the person was.
        @Field(.instant) package var start: String
        @Field(.instant) package var end: String
        package var source: String
        /// The standard deviation between beats (SDNN), in milliseconds.
        package var variability: Double
        package var beats: [Beat]
    }

    @Message
    package struct Beat: Codable, Hashable, Sendable {
        /// Milliseconds since the measurement began.
        package var offset: Int64
        /// Beats a minute at that moment.
        package var rate: Double
    }
}
