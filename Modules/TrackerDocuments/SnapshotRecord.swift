import CivilTime
import Texts
import Tracker

/// An entry of `configSnapshots`.
struct SnapshotRecord: RecordCodec {
    static let list = "configSnapshots"

    let zone: Zone
    let activities: [Activity.ID: Activity]

    struct Value: Codable, Equatable {
        var activity: Activity.ID
        var snapshot: ConfigurationSnapshot
    }

    /// What names a snapshot: of an activity only one begins on a day.
    func key(of value: Value) -> String {
        "\(value.activity)/\(value.snapshot.first)"
    }

    /// What the record cannot say is as the activity has it now. A null parent is as likely unknown
    /// as none, since the seed tracker writes both so.
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

/// An identifier in the form of a UUID, the same for the same text.
enum StableIdentifier {
    /// Two hashes, marked as version 8: made by a rule of one's own.
    static func text(for name: String) -> String {
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
