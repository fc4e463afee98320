package import CivilTime

/// Under which container an activity was.
package enum Parentage: Hashable, Sendable {
    /// Nobody wrote it down, so the present container is assumed.
    case unknown
    /// Known to have been at the top.
    case topLevel
    case container(Activity.ID)
}

/// How an activity was configured over some days of the past, both ends included.
package struct ConfigurationSnapshot: Hashable, Codable, Sendable {
    package var first: CivilDate
    package var last: CivilDate
    package var configuration: Configuration
    package var parentage: Parentage

    package init(
        first: CivilDate, last: CivilDate, configuration: Configuration, parentage: Parentage
    ) {
        self.first = first
        self.last = last
        self.configuration = configuration
        self.parentage = parentage
    }
}

/// The past configurations of an activity: disjoint, none empty, oldest first.
package struct ConfigurationHistory: Hashable, Sendable {
    package private(set) var snapshots: [ConfigurationSnapshot]

    /// Takes snapshots in any order and of any overlap.
    ///
    /// Where two claim a day, the one that ended first keeps it: it was written before the other,
    /// about days that were over.
    package init(_ snapshots: [ConfigurationSnapshot] = []) {
        self.snapshots = []
        for snapshot in snapshots.sorted(by: Self.precedes) {
            _ = append(snapshot)
        }
    }

    /// The order in which snapshots are given their days.
    package static func precedes(
        _ left: ConfigurationSnapshot, _ right: ConfigurationSnapshot
    ) -> Bool {
        (left.last, left.first) < (right.last, right.first)
    }

    /// Adds a snapshot that ends after all others, cut to the days that are left to it; `nil` when
    /// none are.
    package mutating func append(_ snapshot: ConfigurationSnapshot) -> ConfigurationSnapshot? {
        var kept = snapshot
        if let previous = snapshots.last {
            kept.first = max(kept.first, previous.last.advanced(by: 1))
        }
        guard kept.first <= kept.last else { return nil }
        snapshots.append(kept)
        return kept
    }

    /// The snapshot that covers `day`; `nil` where the present configuration holds.
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

    /// The first day of the configuration that holds on `day`.
    package func firstDay(
        ofConfigurationOn day: CivilDate, created: CivilDate
    ) -> CivilDate {
        if let snapshot = snapshot(on: day) { return snapshot.first }
        let previous = snapshots.last { $0.last < day }
        return previous.map { max(created, $0.last.advanced(by: 1)) } ?? created
    }

    /// Writes down how it was from the day after the newest snapshot, or from `created`, to `last`.
    /// A span without a day is not written.
    package mutating func record(
        _ configuration: Configuration, parentage: Parentage, created: CivilDate,
        through last: CivilDate
    ) {
        _ = append(
            ConfigurationSnapshot(
                first: created, last: last, configuration: configuration, parentage: parentage))
    }

    /// Forgets what was written about `day` and the days after it, since they are open again.
    package mutating func reopen(from day: CivilDate) {
        snapshots.removeAll { $0.first >= day }
        if let last = snapshots.indices.last, snapshots[last].last >= day {
            snapshots[last].last = day.advanced(by: -1)
        }
    }

    /// Changes every past configuration, for an edit that a person means to hold always.
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

    /// An object without a container is unknown, a null one is the top.
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
