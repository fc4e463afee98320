import CivilTime
import Contracts
import HostFiles

/// Compares the UTC offsets of a file with the time zones of the profile.
///
/// An Apple export prints all times at the offsets of the exporting phone. If these differ from the
/// profile's on most days, samples near midnight are assigned to the wrong day.
struct ZoneNotice {
    private let zones: ZoneHistory
    private let files: TimeZoneFiles

    /// Nil if a zone of the profile cannot be read.
    init?(_ changes: [ZoneChange], files: TimeZoneFiles = TimeZoneFiles()) {
        var entries: [(from: CivilDate?, zone: Zone)] = []
        for change in changes {
            guard let zone = Self.zone(change.zone, files) else { return nil }
            entries.append((change.from, zone))
        }
        guard !entries.isEmpty else { return nil }
        zones = ZoneHistory(entries)
        self.files = files
    }

    /// A sentence for the person if the file differs on most of its days.
    ///
    /// - Parameters:
    ///   - offsets: Seconds east of UTC by day.
    ///   - names: Time zones in attributes of the samples, with their frequency.
    /// - Returns: Nil if the file matches the profile.
    func text(offsets: [CivilDate: Int], names: [String: Int]) -> String? {
        guard !offsets.isEmpty else { return nil }
        let differing = offsets.filter {
            Self.noonOffset(zones.zone(on: $0.key), $0.key) != $0.value
        }
        guard differing.count * 2 > offsets.count else { return nil }
        let fitting = names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.first { name, _ in
            guard let zone = Self.zone(name, files) else { return false }
            return offsets.filter { Self.noonOffset(zone, $0.key) == $0.value }.count * 2
                > offsets.count
        }
        let days = Self.days(differing.count, of: offsets.count)
        guard let name = fitting?.key ?? ZoneGuess(files: files).name(offsets: offsets) else {
            return "On \(days) its times are in another zone than this profile's, and match "
                + "no known zone. If you lived in another zone, set it with: dayline profile zone NAME, where names "
                + "look like Europe/Berlin or America/New_York."
        }
        return "On \(days) its times are those of \(name), and not of this profile's zone. "
            + "If you lived there, set it with: dayline profile zone \(name)"
    }

    /// The days that differ, such as `all 401 days of the file`.
    private static func days(_ differing: Int, of all: Int) -> String {
        if all == 1 { return "the only day of the file" }
        return differing == all
            ? "all \(all) days of the file" : "\(differing) of the \(all) days of the file"
    }

    /// The offset at noon in seconds east of UTC, which a clock change at night does not affect.
    static func noonOffset(_ zone: Zone, _ day: CivilDate) -> Int {
        zone.offset(atSeconds: Int64(day.days) * 86_400 + 43_200)
    }

    static func zone(_ name: String, _ files: TimeZoneFiles) -> Zone? {
        // A zone that the system does not know matches nothing.
        (try? files.bytes(of: name)).flatMap { try? Zone(name: name, tzif: $0) }
    }
}
