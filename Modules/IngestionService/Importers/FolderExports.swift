import Contracts
import HostFiles
import PluginKit
import RPC
import Tracker

/// The exports in a folder: files that a signature of the importer identifies.
struct FolderExports {
    let source: ImportSource
    /// Path of the folder.
    let path: String
    let manifest: Manifest

    /// An export with its path within the folder.
    struct Export: Hashable {
        var name: String
        var bytes: Int64
    }

    /// Exports that are listed. A folder with more is rejected as any with several.
    static let limit = 1000

    /// The exports sorted by path. A zip archive is an export if a file in it is one.
    func exports(_ probe: ContentProbe) -> [Export] {
        guard source.isFolder, !manifest.combinesFiles, !manifest.signatures.isEmpty else {
            return []
        }
        return Array(
            probe.parts.lazy
                .filter { part in
                    manifest.accepts.contains { FilePattern($0).matches(String(part.fileName)) }
                        && isExport(part)
                }
                .prefix(Self.limit).map { Export(name: $0.name, bytes: $0.size) })
    }

    private func isExport(_ part: FilePart) -> Bool {
        // A file that cannot be read is not an export.
        guard let head = try? part.head(Signature.windowRange.upperBound) else { return false }
        let fileSignatures = manifest.signatures.filter { $0.entry == nil }
        if fileSignatures.contains(where: { $0.matches(head: head) }) { return true }
        guard head.starts(with: Array("PK".utf8)), let archive = self.archive(part.name) else {
            return false
        }
        return manifest.signatures.contains(where: ContentProbe(archive).matches)
    }

    private func archive(_ name: String) -> ImportSource? {
        // A file that cannot be opened is not an export.
        try? ImportSource(path: "\(path)/\(name)", name: nil)
    }

    /// The path with which one of several exports is imported: its folder with routes and other
    /// files, if that has no other export; otherwise the file.
    func importPath(of export: Export, among exports: [Export]) -> String {
        let file = "\(path)/\(export.name)"
        guard let slash = export.name.lastIndex(of: "/"), !export.name.hasSuffix(".zip") else {
            return file
        }
        let folder = export.name[..<slash]
        let neighbours = exports.filter { $0.name.hasPrefix("\(folder)/") }
        return neighbours.count == 1 ? "\(path)/\(folder)" : file
    }

    /// The error of a folder with several exports.
    func refusal(_ exports: [Export]) -> Status {
        let shown = exports.prefix(Self.shownInRefusal).map {
            "Import it with: dayline import \(quoted(importPath(of: $0, among: exports)))"
        }
        return Status(
            .failedPrecondition,
            "The folder \(source.name) has \(exports.count) exports, so none was imported.",
            hint: (shown + ["Import all with: dayline import --all \(quoted(path))"])
                .joined(separator: "\n"))
    }

    private static let shownInRefusal = 16
}
