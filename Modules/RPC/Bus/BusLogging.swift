import Memberwise

/// The log of an instance (`dayline.bus.Logging/Level@INSTANCE`).
package enum BusLogging {
    package static let service = "dayline.bus.Logging"

    /// Returns the lowest level of written records, after an optional change. The level of the next start
    /// is that of the environment again.
    package static let level = Method<LevelRequest, LevelResponse>(
        service, "Level", repeatable: true, access: .scope(.admin))

    @Message
    package struct LevelRequest: Codable, Hashable, WireValue {
        /// The new level: trace, debug, info, notice, warning or error; nil: no change.
        package var level: LogThreshold.Level? = nil
    }

    @Message
    package struct LevelResponse: Codable, Hashable, WireValue {
        package var instance: String
        /// The lowest level of records that are written from now on.
        package var level: LogThreshold.Level
    }
}
