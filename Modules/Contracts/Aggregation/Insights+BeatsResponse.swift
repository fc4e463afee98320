package import RPC

extension Insights {
    /// Measurements of heart rate variability with the beats they were made of.
    package static let beats = Method<DayRangeRequest, BeatsResponse>(
        service, "Beats", repeatable: true)

    package struct BeatsResponse: Codable, Hashable, WireValue {
        /// By start.
        package var measurements: [Measurement]

        package init(measurements: [Measurement]) {
            self.measurements = measurements
        }
    }

    package struct Measurement: Codable, Hashable, Sendable {
        /// ISO 8601, on the wall where the person was.
        package var start: String
        package var end: String
        package var source: String
        /// The standard deviation between beats (SDNN), in milliseconds.
        package var variability: Double
        package var beats: [Beat]

        package init(
            start: String, end: String, source: String, variability: Double, beats: [Beat]
        ) {
            self.start = start
            self.end = end
            self.source = source
            self.variability = variability
            self.beats = beats
        }
    }

    package struct Beat: Codable, Hashable, Sendable {
        /// Milliseconds since the measurement began.
        package var offset: Int64
        /// Beats a minute at that moment.
        package var rate: Double

        package init(offset: Int64, rate: Double) {
            self.offset = offset
            self.rate = rate
        }
    }
}
