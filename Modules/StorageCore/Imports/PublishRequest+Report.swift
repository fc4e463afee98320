package import CivilTime
package import Contracts
import Memberwise

extension Staging.PublishRequest {
    /// The report as it is stored. `now` is in milliseconds since 1970.
    package func report(
        version: Int64, at now: Int64, _ zones: ZoneHistory
    ) -> ImportReport {
        var report = report
        report.id = id
        report.version = version
        report.importedAt = zones.text(at: now)
        return report
    }
}

extension ChangeLog.Entry {
    /// The log entry of a published import.
    package static func publication(
        of report: ImportReport, by profile: ProfileRow
    ) -> ChangeLog.Entry {
        ChangeLog.Entry(
            profile: profile, who: "importer \(report.importer)", kind: "import",
            key: "\(report.id)", after: "\(report.version)")
    }
}
