/// The fields of a ``Workout`` that its day totals need, decoded without the rest.
package struct WorkoutOutline: Hashable, Sendable {
    /// HealthKit's name without its prefix, such as `Running`.
    package var type: String
    /// The name of the source as shown.
    package var source: String
    /// The normalized name of the source, which is compared.
    package var sourceKey: String
    /// The device as HealthKit writes it; empty: unknown.
    package var device: String
    /// True if the workout was entered by hand.
    package var isEntered: Bool
    /// The start in milliseconds since 1970 UTC.
    package var start: Int64
    /// The end in milliseconds since 1970 UTC.
    package var end: Int64
    /// The duration without pauses, in seconds.
    package var activeSeconds: Double
    /// The active energy in kilocalories; nil: not in the file.
    package var energy: Double?
}

extension WorkoutOutline: Decodable {
    private enum Key: String, CodingKey {
        case type, source, sourceKey, device, start, end, seconds, statistics, events, metadata
    }

    private enum StatisticKey: String, CodingKey {
        case energy = "activeEnergyBurned"
    }

    private enum MetadataKey: String, CodingKey {
        case entered = "HKWasUserEntered"
    }

    package init(from decoder: any Decoder) throws {
        let workout = try decoder.container(keyedBy: Key.self)
        type = try workout.decode(String.self, forKey: .type)
        source = try workout.decode(String.self, forKey: .source)
        sourceKey = try workout.decode(String.self, forKey: .sourceKey)
        device = try workout.decode(String.self, forKey: .device)
        start = try workout.decode(Int64.self, forKey: .start)
        end = try workout.decode(Int64.self, forKey: .end)
        if let seconds = try workout.decodeIfPresent(Double.self, forKey: .seconds) {
            activeSeconds = seconds
        } else {
            activeSeconds = Workout.activeSeconds(
                from: start, to: end,
                try workout.decode([Workout.Event].self, forKey: .events))
        }
        let statistics = try workout.nestedContainer(
            keyedBy: StatisticKey.self, forKey: .statistics)
        energy = try statistics.decodeIfPresent(Workout.Statistic.self, forKey: .energy)?.sum
        let metadata = try workout.nestedContainer(keyedBy: MetadataKey.self, forKey: .metadata)
        isEntered = try metadata.decodeIfPresent(String.self, forKey: .entered) == "1"
    }
}
