import CivilTime
import Contracts
import HostFiles

/// Whether the times of a file fit the zones that the person is known to have lived in.
///
/// An Apple export prints all its times at the offsets of the exporting phone. When those differ from
/// the profile's on most days, samples near midnight go to the wrong day, and the person should know.
struct ZoneNotice {
    private let zones: ZoneHistory
    private let files: TimeZoneFiles

    /// Nil when the zones of the profile cannot be read.
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

    /// A sentence when the file differs on most of its days.
    ///
    /// - Parameters:
    ///   - offsets: Seconds east of UTC by day, as the file writes its times.
    ///   - names: Zones that samples of the file say they were taken in, and how often.
    /// - Returns: Nil when the file fits.
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
        let days = "\(differing.count) of the file's \(offsets.count) days"
        guard let name = fitting?.key ?? ZoneGuess(files: files).name(offsets: offsets) else {
            return "On \(days) its times are in another zone than this profile's, and in no zone "
                + "that is known. List the zones with: ls \(files.folder)"
        }
        return "On \(days) its times are those of \(name), and not of this profile's zone. "
            + "If you lived there, say so with: dayline profile zone \(name)"
    }

    /// At noon, so that a change of the clock at night does not count.
    static func noonOffset(_ zone: Zone, _ day: CivilDate) -> Int {
        zone.offset(atSeconds: Int64(day.days) * 86_400 + 43_200)
    }

    static func zone(_ name: String, _ files: TimeZoneFiles) -> Zone? {
        // A zone that the system does not know fits nothing, which is all that is asked.
        (try? files.bytes(of: name)).flatMap { try? Zone(name: name, tzif: $0) }
    }
}
