import Contracts
import Foundation
import Glibc
import PluginKit
import RPC
import Synchronization
import Testing

@testable import IngestionService

/// The archive of an imported folder.
@Suite final class FolderArchiveTests {
    private let folder = NSTemporaryDirectory() + "dl-folder-" + UUID().uuidString

    init() throws {
        try write("b.csv", "one\n")
        try write("a/Größe.json", String(repeating: "abc ", count: 600_000))
        try write("a/empty.txt", "")
        try write(".hidden", "hidden")
        symlink("/etc/passwd", "\(folder)/link.csv")
    }

    deinit {
        // A failure does not affect the test.
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func write(_ name: String, _ text: String) throws {
        let url = URL(fileURLWithPath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func archived() async throws -> (bytes: [UInt8], announced: Int64, pieces: [Int]) {
        let archive = FolderArchive(try ImportSource(path: folder, name: nil))
        let pieces = Mutex<[[UInt8]]>([])
        try await archive.write { piece in pieces.withLock { $0.append(piece) } }
        let written = pieces.withLock { $0 }
        return (Array(written.joined()), archive.bytes, written.map(\.count))
    }

    @Test func `an importer reads the same files from the archive`() async throws {
        let (bytes, announced, pieces) = try await archived()

        let file = "\(folder).zip"
        defer { unlink(file) }
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        let (folders, archives) = (try parts(of: folder), try parts(of: file))
        #expect(Int64(bytes.count) == announced)
        #expect(pieces.dropLast().allSatisfy { $0 == Originals.pieceLimit })
        #expect(folders.map(\.name) == ["a/Größe.json", "a/empty.txt", "b.csv"])
        #expect(archives.map(\.name) == folders.map(\.name))
        #expect(archives.map(\.bytes) == folders.map(\.bytes))
    }

    @Test func `the archive of the same files has the same bytes`() async throws {
        let first = try await archived().bytes
        try write("b.csv", "one\n")

        #expect(try await archived().bytes == first)
    }

    @Test func `a file that grows before it is archived fails with ABORTED`() async throws {
        let archive = FolderArchive(try ImportSource(path: folder, name: nil))
        try write("b.csv", "one\ntwo\n")

        await #expect {
            try await archive.write { _ in }
        } throws: { Status(describing: $0).code == .aborted }
    }

    private func parts(of path: String) throws -> [(name: String, bytes: [UInt8])] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        let job = ImportJob(
            endpoint: "", token: "", fileName: "a", isFolder: status.st_mode & S_IFMT == S_IFDIR,
            zone: nil, zones: [], units: [:])
        return try ImportFile(descriptor: descriptor, job: job).parts().map { part in
            var bytes: [UInt8] = []
            let ending = try part.read { bytes += $0 }
            #expect(ending == .complete)
            return (part.name, bytes)
        }
    }
}
