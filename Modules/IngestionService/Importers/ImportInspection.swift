import Contracts
import HostFiles
import RPC

/// Determines the importer of a path, and the exports of a folder.
struct ImportInspection {
    let choice: ImporterChoice
    /// Folder for files of archives that are unpacked.
    let scratchFolder: String

    /// The input and importer of one import.
    struct Target {
        var importer: ImporterChoice.Chosen
        var source: ImportSource
    }

    /// The importer and opened source of a path, which can be that of a table in an archive.
    /// - Throws: FAILED_PRECONDITION for a folder with several exports, or an archive of tables.
    func target(path: String, name: String?, importer: String?) throws -> Target {
        let source =
            if let member = ArchiveMember(path: path) {
                try member.unpacked(into: scratchFolder)
            } else {
                try ImportSource(path: path, name: name)
            }
        let chosen: ImporterChoice.Chosen
        if let importer {
            chosen = try choice.choose(for: source, named: importer)
        } else {
            let probe = ContentProbe(source)
            if let tables = ExportedTables(probe) {
                throw tables.refusal(of: source, at: path)
            }
            chosen = try choice.choose(for: source, probe)
        }
        guard source.isFolder, case .plugin(let plugin) = chosen else {
            return Target(importer: chosen, source: source)
        }
        let folder = FolderExports(source: source, path: path, manifest: plugin.manifest)
        let exports = folder.exports(ContentProbe(source))
        guard exports.count <= 1 else { throw folder.refusal(exports) }
        return Target(importer: chosen, source: source)
    }

    /// The importer of a path and, for a folder or an archive of tables, its exports.
    func inspection(_ request: Imports.InspectRequest) throws(Status) -> Imports.InspectResponse {
        let source = try ImportSource(path: request.path, name: nil)
        let probe = ContentProbe(source)
        if request.importer == nil, let tables = ExportedTables(probe) {
            return Imports.InspectResponse(
                importer: Documents.tableImporter, files: tables.exports(in: request.path))
        }
        let chosen =
            if let importer = request.importer {
                try choice.choose(for: source, named: importer)
            } else {
                try choice.choose(for: source, probe)
            }
        guard source.isFolder, case .plugin(let plugin) = chosen else {
            return Imports.InspectResponse(importer: chosen.name, files: [])
        }
        let folder = FolderExports(source: source, path: request.path, manifest: plugin.manifest)
        let exports = folder.exports(probe)
        let files = exports.map { export in
            let days = exports.count > 1 ? folder.days(of: export, in: probe) : nil
            return Imports.ExportFile(
                path: folder.importPath(of: export, among: exports), bytes: export.bytes,
                first: days?.first, last: days?.last)
        }
        return Imports.InspectResponse(importer: chosen.name, files: files)
    }
}
