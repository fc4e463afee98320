import Contracts
import FoundationEssentials
import Glibc
import RPC
import TestKit
import Testing
import ZipWriter

@testable import IngestionService

/// Files of an archive that are imported one by one.
@Suite(.cleanup) struct ArchiveMemberTests {
    private let folder = "/tmp/dayline-member-\(UInt64.random(in: 0...UInt64.max))"

    init() {
        mkdir(folder, 0o700)
        TestCleanup.add { [folder] in try? FileManager.default.removeItem(atPath: folder) }
    }

    private static let samples = "metric,start,end,value\n"

    /// The path of an archive of tables.
    private func archive(_ form: ZipWriter.Form = .deflated) throws -> String {
        var archive = ZipWriter(form)
        archive.add("tables/entries.csv", "id,activity,activityID\n")
        archive.add("tables/samples.csv", Self.samples)
        return try path(archive.bytes)
    }

    private func path(_ bytes: [UInt8]) throws -> String {
        let path = "\(folder)/tables.zip"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    @Test(arguments: ZipWriter.Form.allCases)
    func `a file of an archive is read as if it were unpacked`(form: ZipWriter.Form) throws {
        let member = ArchiveMember(path: "\(try archive(form))/tables/samples.csv")

        let source = try #require(member).unpacked(into: folder)

        #expect(source.name == "samples.csv" && !source.isFolder)
        #expect(source.head(100) == Array(Self.samples.utf8))
        #expect(source.bytes == Int64(Self.samples.utf8.count))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["tables.zip"])
    }

    @Test(arguments: ["", "/none.csv", "/tables", "/../tables.zip", "/tables/../tables/a.csv"])
    func `another path is not one of a file in the archive`(name: String) throws {
        #expect(ArchiveMember(path: try archive() + name) == nil)
        #expect(ArchiveMember(path: folder + "/none" + name) == nil)
    }

    @Test func `a damaged file of an archive is refused and leaves nothing on the disk`() throws {
        var writer = ZipWriter(.stored)
        writer.add("samples.csv", Self.samples)
        var bytes = writer.bytes
        // A byte of the content, behind the local header of 30 bytes and the name.
        bytes[30 + 11 + 4] ^= 1
        let member = try #require(ArchiveMember(path: "\(try path(bytes))/samples.csv"))

        let status = #expect(throws: Status.self) { try member.unpacked(into: folder) }

        #expect(status?.code == .invalidArgument)
        #expect(status?.message.contains("tables.zip is damaged") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["tables.zip"])
    }

    @Test func `the tables of an archive are listed in the order of their import`() throws {
        let inspection = ImportInspection(
            choice: ImporterChoice(importers: []), scratchFolder: folder)
        let path = try archive()

        let response = try inspection.inspection(
            Imports.InspectRequest(path: path, importer: nil))
        let target = try inspection.target(
            path: response.files[1].path, name: nil, importer: Documents.tableImporter)

        #expect(response.importer == Documents.tableImporter)
        #expect(
            response.files.map(\.path) == ["samples", "entries"].map { "\(path)/tables/\($0).csv" })
        #expect(target.source.name == "entries.csv")
        let status = #expect(throws: Status.self) {
            try inspection.target(path: path, name: nil, importer: nil)
        }
        #expect(status?.hint == "Import all with: dayline import --all tables.zip")
    }
}
