/// The fields of a ``Workout`` that its day totals need, decoded without the rest.
package struct WorkoutOutline: Hashable, Sendable {
    package var type: String
    package var source: String
    package var sourceKey: String
    package var device: String
    package var isEntered: Bool
    /// Milliseconds since 1970, UTC.
    package var start: Int64
    package var end: Int64
    /// As ``Workout/activeSeconds``.
    package var activeSeconds: Double
    /// Kilocalories burned by being active; nil when the file does not say.
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
