package import CivilTime
package import Contracts
import Memberwise

extension Staging.PublishRequest {
    /// The report as it is stored. `now` is in milliseconds since 1970; `canBeUndone` is true if the import
    /// added something.
    package func report(
        version: Int64, at now: Int64, _ zones: ZoneHistory, canBeUndone: Bool
    ) -> ImportReport {
        var report = report
        report.id = id
        report.version = version
        report.canBeUndone = canBeUndone
        report.importedAt = zones.text(at: now)
        return report
    }
}

extension ImportReport {
    /// The report of an import that another one undoes.
    /// - Throws: `StorageError.cannotUndo` if nothing is recorded that the import added, or it is undone.
    package func undone(by undo: Int64) throws(StorageError) -> ImportReport {
        guard canBeUndone == true else { throw .cannotUndo(id) }
        var report = self
        report.canBeUndone = false
        report.undoneBy = undo
        return report
    }

    /// The number of the import that this one stored again; nil: none, or it added nothing.
    package var restoredImport: Int64? { canBeUndone == true ? restores : nil }

    /// The report of an import that is undone and that another one stores again.
    package func restored(by other: Int64) -> ImportReport {
        var report = self
        if undoneBy != nil { report.restoredBy = other }
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
