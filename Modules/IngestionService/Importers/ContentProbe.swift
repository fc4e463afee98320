import Contracts
import Glibc
import HostFiles
import PluginKit
import TrackerDocuments

/// The part of a file's or folder's content that signatures are matched with.
struct ContentProbe {
    private let isFolder: Bool
    private let name: String
    /// The first bytes of a file.
    let head: [UInt8]
    /// The first bytes of the contents of a file that is packed with gzip; empty for other files.
    let unpackedHead: [UInt8]
    /// The files of a folder or an archive; empty for a plain file.
    let parts: [FilePart]
    /// True for a zip archive without a readable table of contents.
    let isBrokenArchive: Bool
    /// The reason that the files of a folder or an archive cannot be listed; nil if they can.
    let problem: ImportProblem?
    /// The tables of an SQLite database; empty for other files.
    let tables: [String]
    private let descriptor: OpenDescriptor?

    /// Files of an archive or folder that are opened to match one signature.
    static let entryLimit = 4096

    /// Opens `source` a second time; without success only ``head`` is matched.
    init(_ source: ImportSource) {
        isFolder = source.isFolder
        name = source.name
        head = source.head(max(Signature.windowRange.upperBound, TrackerImport.recognitionBytes))
        tables =
            isFolder || !head.starts(with: SQLiteTables.mark)
            ? []
            : SQLiteTables { offset, count in
                // A part that cannot be read has no tables.
                (try? source.block(at: Int(offset), count: count)) ?? []
            }.names
        let isArchive = head.starts(with: Array("PK".utf8))
        // A descriptor of its own: the importer starts at the beginning of the file.
        let isGzip = !isFolder && head.starts(with: [0x1F, 0x8B])
        descriptor =
            isFolder || isArchive || isGzip ? OpenDescriptor(again: source.descriptor) : nil
        guard let descriptor else {
            (parts, isBrokenArchive, problem, unpackedHead) = ([], false, nil, [])
            return
        }
        let job = ImportJob(
            endpoint: "", token: "", fileName: source.name, isFolder: isFolder, zone: nil,
            zones: [], units: [:])
        // Without parts nothing matches, and the importer reports why it cannot read the file.
        let file = try? ImportFile(descriptor: descriptor.number, job: job)
        let listing = Result { try file?.parts() ?? [] }
        if case .failure(let error as ImportProblem) = listing {
            problem = error
        } else {
            problem = nil
        }
        let parts = (try? listing.get()) ?? []
        unpackedHead =
            isGzip
            ? (try? parts.first?.unpacked().head(Signature.windowRange.upperBound)) ?? [] : []
        self.parts = isGzip ? [] : parts
        isBrokenArchive = isArchive && file?.isBrokenArchive ?? true
    }

    /// True if the content matches.
    func matches(_ signature: Signature) -> Bool {
        guard signature.entry != nil else {
            return !isFolder && matches(contents: signature) && signature.matches(tables: tables)
        }
        if isPlainFile { return signature.matches(entry: name) && matches(contents: signature) }
        return parts.lazy.filter { signature.matches(entry: $0.name) }.prefix(Self.entryLimit)
            .contains { matches(signature, $0) }
    }

    /// True for a file that is neither an archive nor a folder. Such a file is an entry of an export by
    /// its own name.
    private var isPlainFile: Bool { !isFolder && !head.starts(with: Array("PK".utf8)) }

    private func matches(contents signature: Signature) -> Bool {
        let isUnpacked = signature.readsGzip && !unpackedHead.isEmpty
        return signature.matches(head: isUnpacked ? unpackedHead : head)
    }

    private func matches(_ signature: Signature, _ part: FilePart) -> Bool {
        // A part that cannot be read does not match.
        guard !signature.contains.isEmpty else { return true }
        let part = signature.readsGzip ? try? part.unpacked() : part
        return (try? part?.head(signature.window)).map(signature.matches(head:)) ?? false
    }

    /// True for a document of the tracker.
    var isTrackerDocument: Bool { !isFolder && TrackerImport.isDocument(beginning: head) }

    /// True for an exported table of activities, entries or goals.
    var isTrackerTable: Bool { !isFolder && TrackerTable(beginning: head) != nil }

    /// True for a calendar.
    var isCalendar: Bool { !isFolder && CalendarFile.isCalendar(beginning: head) }
}

/// A second descriptor of an open file, with a position of its own.
final class OpenDescriptor {
    let number: Int32

    init?(again descriptor: Int32) {
        number = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
        if number < 0 { return nil }
    }

    deinit {
        close(number)
    }
}
