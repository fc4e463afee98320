import CivilTime
import FoundationEssentials
import HostFiles
import Memberwise

/// External inputs of cases: time zones, and documents that some cases name.
@Memberwise
package struct CaseEnvironment: Sendable {
    /// The folders that are searched for documents, in order.
    package var documentFolders: [String]

    /// The error for a document that no folder contains.
    private struct MissingDocument: Error, CustomStringConvertible {
        var description: String
    }

    /// A time zone of this system.
    func zone(_ name: String) throws -> Zone {
        try Zone(name: name, tzif: TimeZoneFiles().bytes(of: name))
    }

    /// The bytes of a document at a path relative to one of the folders.
    func document(_ path: String) throws -> [UInt8] {
        for folder in documentFolders {
            if let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(path)")) {
                return Array(data)
            }
        }
        throw MissingDocument(description: "document not found: \(path)")
    }
}

extension CaseEnvironment {
    /// Searches the folder above that of the case file, then the folder that contains `DAYLINE_FIXTURES`.
    package init(caseFile: String) {
        let folder = URL(filePath: caseFile).deletingLastPathComponent()
        var folders = [folder.appending(path: "..").path]
        if let fixtures = ProcessInfo.processInfo.environment["DAYLINE_FIXTURES"] {
            folders.append("\(fixtures)/..")
        }
        self.init(documentFolders: folders)
    }
}
