import CivilTime
import JSON
import Texts
import Tracker

/// The codec of the list `configSnapshots`.
struct SnapshotRecord: RecordCodec {
    static let list = "configSnapshots"

    let zone: Zone
    let activities: [Activity.ID: Activity]

    struct Value: Codable, Equatable {
        var activity: Activity.ID
        var snapshot: ConfigurationSnapshot
    }

    /// Activity and first day; snapshots of an activity have distinct first days.
    func key(of value: Value) -> String {
        "\(value.activity)/\(value.snapshot.first)"
    }

    /// Fields that the record cannot represent are those of the present activity. A null parent is unknown,
    /// since the seed tracker writes null both for an unknown parent and for the top level.
    func read(_ reader: inout RecordReader) -> Value? {
        guard let owner = reader.string("activityID").map(Activity.ID.init(_:)) else {
            reader.report(.missing, "activityID")
            return nil
        }
        guard let activity = activities[owner] else {
            reader.report(.dangling, "activityID")
            return nil
        }
        guard let first = reader.day("effectiveFrom", in: zone) else {
            reader.report(.missing, "effectiveFrom")
            return nil
        }
        guard let last = reader.day("effectiveUntil", in: zone) else {
            reader.report(.missing, "effectiveUntil")
            return nil
        }
        let parentage = reader.string("parentID").map { Parentage.container(Activity.ID($0)) }
        return Value(
            activity: owner,
            snapshot: ConfigurationSnapshot(
                first: first, last: last,
                configuration: ConfigurationRecord(zone: zone)
                    .read(&reader, base: activity.configuration),
                parentage: parentage ?? .unknown))
    }

    func write(_ value: Value) -> JSONObject {
        let snapshot = value.snapshot
        var object: JSONObject = [
            "id": .string(StableIdentifier.text(for: key(of: value))),
            "activityID": .string(value.activity.rawValue),
            "effectiveFrom": .string(DocumentInstant.text(zone.startOfDay(snapshot.first))),
            "effectiveUntil": .string(DocumentInstant.text(zone.startOfDay(snapshot.last))),
            "parentID": .null,
        ]
        if case .container(let id) = snapshot.parentage {
            object["parentID"] = .string(id.rawValue)
        }
        ConfigurationRecord(zone: zone).write(snapshot.configuration, into: &object)
        return object
    }
}

/// Derives identifiers in the form of a UUID from texts. Equal texts have equal identifiers.
package enum StableIdentifier {
    /// Two hashes in a UUID of version 8, which is for custom rules.
    package static func text(for name: String) -> String {
        let high = stableHash(name) & ~0xf000 | 0x8000
        let low = stableHash(name, seed: 0x9e37_79b9_7f4a_7c15) & ~(3 << 62) | 2 << 62
        let digits = high.hexDigits + low.hexDigits
        var groups: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return groups.joined(separator: "-")
    }
}
