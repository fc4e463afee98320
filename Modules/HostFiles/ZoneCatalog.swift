package import CivilTime
package import Contracts
import RPC
import Synchronization

/// A cache of parsed time zones; each tzdata file is read once.
package final class ZoneCatalog: Sendable {
    private let files: TimeZoneFiles
    private let zones = Mutex<[String: Zone]>([:])

    package init(files: TimeZoneFiles = TimeZoneFiles()) {
        self.files = files
    }

    /// - Throws: `HostFileError.unknownZone` if the system has no zone of that name.
    package func zone(_ name: String) throws -> Zone {
        if let zone = zones.withLock({ $0[name] }) { return zone }
        let zone = try Zone(name: name, tzif: files.bytes(of: name))
        zones.withLock { $0[name] = zone }
        return zone
    }

    /// The zone history of a profile.
    package func history(_ changes: [ZoneChange]) throws -> ZoneHistory {
        try ZoneHistory(changes.map { (from: $0.from, zone: try zone($0.zone)) })
    }
}
