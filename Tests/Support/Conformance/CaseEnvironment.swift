import CivilTime
import FoundationEssentials
import HostFiles

/// What cases take from outside: zones, and the documents some of them name.
package struct CaseEnvironment: Sendable {
    /// Where a document may lie, in order.
    package var documentFolders: [String]

    package init(documentFolders: [String]) {
        self.documentFolders = documentFolders
    }

    /// A document that a case names is not at hand.
    private struct MissingDocument: Error, CustomStringConvertible {
        var description: String
    }

    /// A zone of this system, by its name.
    func zone(_ name: String) throws -> Zone {
        try Zone(name: name, tzif: TimeZoneFiles().bytes(of: name))
    }

    /// The bytes of a document, named by its path from one of the folders.
    func document(_ path: String) throws -> [UInt8] {
        for folder in documentFolders {
            if let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(path)")) {
                return Array(data)
            }
        }
        throw MissingDocument(description: "no document \(path)")
    }
}

extension CaseEnvironment {
    /// Documents are looked for from the folder above that of the case file, then from the folder
    /// that `DAYLINE_FIXTURES` lies in.
    package init(caseFile: String) {
        let folder = URL(filePath: caseFile).deletingLastPathComponent()
        var folders = [folder.appending(path: "..").path]
        if let fixtures = ProcessInfo.processInfo.environment["DAYLINE_FIXTURES"] {
            folders.append("\(fixtures)/..")
        }
        self.init(documentFolders: folders)
    }
}
