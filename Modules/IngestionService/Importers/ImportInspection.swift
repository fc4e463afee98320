import Contracts
import HostFiles
import RPC

/// Determines the importer of a path, and the exports of a folder.
struct ImportInspection {
    let choice: ImporterChoice

    /// The input and importer of one import.
    struct Target {
        var importer: ImporterChoice.Chosen
        var source: ImportSource
    }

    /// The importer and opened source of a path.
    /// - Throws: FAILED_PRECONDITION for a folder with several exports, or an archive of tables.
    func target(path: String, name: String?, importer: String?) throws(Status) -> Target {
        let source = try ImportSource(path: path, name: name)
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

    /// The importer of a path and, for a folder, its exports.
    func inspection(_ request: Imports.InspectRequest) throws(Status) -> Imports.InspectResponse {
        let source = try ImportSource(path: request.path, name: nil)
        if source.isFolder, request.importer == nil,
            let tables = ExportedTables(ContentProbe(source))
        {
            return Imports.InspectResponse(
                importer: Documents.tableImporter, files: tables.exports(in: request.path))
        }
        let chosen = try choice.choose(for: source, named: request.importer)
        guard source.isFolder, case .plugin(let plugin) = chosen else {
            return Imports.InspectResponse(importer: chosen.name, files: [])
        }
        let folder = FolderExports(source: source, path: request.path, manifest: plugin.manifest)
        let probe = ContentProbe(source)
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
