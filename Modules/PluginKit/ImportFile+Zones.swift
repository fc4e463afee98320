package import CivilTime
import HostFiles

extension ImportFile {
    /// The time zones of local times in the file: the zone of the import, or those of the profile.
    /// - Throws: An `ImportProblem` if the zone of the import is unknown.
    package func zoneHistory() throws -> ZoneHistory {
        let files = TimeZoneFiles()
        if let zone {
            guard let known = Self.zone(zone, files) else {
                throw ImportProblem(
                    "The zone \"\(zone)\" of the import is unknown.",
                    hint: "List the zones with: ls \(files.folder)")
            }
            return ZoneHistory(known)
        }
        return ZoneHistory(
            profileZones.compactMap { profileZone in
                Self.zone(profileZone.name, files).map {
                    (from: profileZone.firstDay.flatMap { CivilDate($0) }, zone: $0)
                }
            })
    }

    private static func zone(_ name: String, _ files: TimeZoneFiles) -> Zone? {
        guard let bytes = try? files.bytes(of: name) else { return nil }
        return try? Zone(name: name, tzif: bytes)
    }
}
