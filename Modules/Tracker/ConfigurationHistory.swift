package import CivilTime
import Memberwise

/// The container of an activity in the past.
package enum Parentage: Hashable, Sendable {
    /// Not recorded: the present container is assumed.
    case unknown
    /// At the top level.
    case topLevel
    case container(Activity.ID)
}

/// The configuration of an activity over a range of past days, both ends included.
@Memberwise
package struct ConfigurationSnapshot: Hashable, Codable, Sendable {
    package var first: CivilDate
    package var last: CivilDate
    package var configuration: Configuration
    package var parentage: Parentage
}

/// The past configurations of an activity: disjoint, nonempty ranges, oldest first.
package struct ConfigurationHistory: Hashable, Sendable {
    package private(set) var snapshots: [ConfigurationSnapshot]

    /// Accepts snapshots in any order and with overlaps.
    ///
    /// Where two snapshots overlap, the one that ends first takes precedence, because it was recorded
    /// first and its days were already over.
    package init(_ snapshots: [ConfigurationSnapshot] = []) {
        self.snapshots = []
        for snapshot in snapshots.sorted(by: Self.precedes) {
            _ = append(snapshot)
        }
    }

    /// The order of precedence of overlapping snapshots.
    package static func precedes(
        _ left: ConfigurationSnapshot, _ right: ConfigurationSnapshot
    ) -> Bool {
        (left.last, left.first) < (right.last, right.first)
    }

    /// Appends a snapshot that ends after all others, without the days that earlier snapshots cover.
    /// - Returns: The snapshot as appended; nil if no days remain.
    package mutating func append(_ snapshot: ConfigurationSnapshot) -> ConfigurationSnapshot? {
        var remaining = snapshot
        if let previous = snapshots.last {
            remaining.first = max(remaining.first, previous.last.advanced(by: 1))
        }
        guard remaining.first <= remaining.last else { return nil }
        snapshots.append(remaining)
        return remaining
    }

    /// The snapshot that covers `day`; nil if the present configuration is valid on `day`.
    package func snapshot(on day: CivilDate) -> ConfigurationSnapshot? {
        var low = 0
        var high = snapshots.count
        while low < high {
            let middle = (low + high) / 2
            if snapshots[middle].last < day { low = middle + 1 } else { high = middle }
        }
        guard low < snapshots.count, snapshots[low].first <= day else { return nil }
        return snapshots[low]
    }

    /// The first day of the configuration that is valid on `day`.
    package func firstDay(
        ofConfigurationOn day: CivilDate, created: CivilDate
    ) -> CivilDate {
        if let snapshot = snapshot(on: day) { return snapshot.first }
        let previous = snapshots.last { $0.last < day }
        return previous.map { max(created, $0.last.advanced(by: 1)) } ?? created
    }

    /// Records a configuration for the days from the end of the newest snapshot, or from `created`,
    /// through `last`. An empty range is ignored.
    package mutating func record(
        _ configuration: Configuration, parentage: Parentage, created: CivilDate,
        through last: CivilDate
    ) {
        _ = append(
            ConfigurationSnapshot(
                first: created, last: last, configuration: configuration, parentage: parentage))
    }

    /// Removes the snapshots from `day` on; the present configuration is valid there again.
    package mutating func reopen(from day: CivilDate) {
        snapshots.removeAll { $0.first >= day }
        if let last = snapshots.indices.last, snapshots[last].last >= day {
            snapshots[last].last = day.advanced(by: -1)
        }
    }

    /// Changes all past configurations, for an edit that applies to all days.
    package mutating func edit(_ change: (inout Configuration) -> Void) {
        for index in snapshots.indices {
            change(&snapshots[index].configuration)
        }
    }
}

extension ConfigurationHistory: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try [ConfigurationSnapshot](from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        try snapshots.encode(to: encoder)
    }
}

extension Parentage: Codable {
    private enum Key: String, CodingKey {
        case container
    }

    /// An object without `container` is unknown; a null `container` is the top level.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard container.contains(.container) else {
            self = .unknown
            return
        }
        let id = try container.decodeIfPresent(Activity.ID.self, forKey: .container)
        self = id.map(Self.container) ?? .topLevel
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .unknown: break
        case .topLevel: try container.encodeNil(forKey: .container)
        case .container(let id): try container.encode(id, forKey: .container)
        }
    }
}
