package import CivilTime
import Memberwise
package import RPC

/// Samples by the thousand, as columns: for scripts that want every one. Served by the aggregation
/// workers.
package enum SampleStreams {
    package static let service = "dayline.aggregation.Samples"

    /// The samples of a metric that begin in a range of days. Each item is a run of one source's, with
    /// columns `start` and `end` i64 (milliseconds since 1970) and `value` f64 in the unit that the
    /// reply names; a source's runs ascend by start.
    package static let read = StreamMethod<ReadRequest, Packet<Run>, ReadResponse>(
        service, "Read", repeatable: true)
    /// Samples in one run, 1.5 MiB of columns.
    package static let runLimit = 1 << 16

    @Message
    package struct ReadRequest: Codable, Hashable, WireValue {
        /// A metric's key, alias or unique prefix.
        package var name: String
        /// Days of the profile's zone, both inclusive; nil: no bound.
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
    }

    @Message
    package struct Run: Codable, Hashable, Sendable {
        package var source: String
        package var device: String
        /// Entered by hand.
        package var isEntered: Bool
    }

    @Message
    package struct ReadResponse: Codable, Hashable, WireValue {
        package var metric: String
        package var unit: String
        package var samples: Int
    }
}
