import Contracts
import HostFiles
import RPC

/// Which importer reads a file: the one that was asked for, or the one whose manifest accepts its
/// name, or else its content.
struct ImporterChoice {
    let importers: [InstalledPlugin]

    /// Forms that can be told by how they begin, and the name that such a file would have.
    private static let signatures: [(prefix: [UInt8], name: String)] = [
        (Array("PK\u{3}\u{4}".utf8), "file.zip"), (Array("PK\u{5}\u{6}".utf8), "file.zip"),
        (Array("<?xml".utf8), "file.xml"), ([0xef, 0xbb, 0xbf] + Array("<?xml".utf8), "file.xml"),
        (Array("<HealthData".utf8), "file.xml"), (Array("<!DOCTYPE".utf8), "file.xml"),
        (Array("{".utf8), "file.json"), (Array("SQLite format 3".utf8), "file.db"),
    ]

    /// A folder is read by an importer that accepts archives: a folder is one, unpacked.
    private static let folderName = "folder.zip"

    func importer(
        for source: ImportSource, named name: String?
    ) throws(Status) -> InstalledPlugin {
        guard let name else { return try importer(accepting: source) }
        if let importer = importers.first(where: { $0.manifest.name == name }) { return importer }
        throw Status(.notFound, "There is no importer called \"\(name)\".", hint: knownHint)
    }

    private func importer(accepting source: ImportSource) throws(Status) -> InstalledPlugin {
        var names = [source.isFolder ? Self.folderName : source.name]
        let head = source.head(64)
        names += Self.signatures.filter { head.starts(with: $0.prefix) }.map(\.name)
        // What the bytes are says more than what the file is called.
        for candidate in names.reversed() {
            if let importer = importers.first(where: { $0.manifest.accepts(fileName: candidate) }) {
                return importer
            }
        }
        throw Status(
            .invalidArgument, "No importer reads files like \(source.name).", hint: knownHint)
    }

    private var knownHint: String {
        // Documents of the tracker are read without an importer of their own.
        let names = importers.map(\.manifest.name) + [TrackerFiles.importer]
        return "Choose one with --as: \(names.joined(separator: ", "))"
    }
}
