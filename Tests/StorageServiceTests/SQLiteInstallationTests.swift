import Foundation
import HostFiles
import StorageService
import Testing

@Suite struct SQLiteInstallationTests {
    /// A home with files in its folder, each with its name as content.
    private func home(_ files: String...) throws -> Home {
        let folder = NSTemporaryDirectory() + "dl-install-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for file in files {
            try Data(file.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
        }
        return try Home.located(explicit: folder, environment: [:])
    }

    /// The files of the folder with their contents.
    private func files(_ home: Home) throws -> [String: String] {
        try FileManager.default.contentsOfDirectory(atPath: home.folder).reduce(into: [:]) {
            $0[$1] = try String(contentsOfFile: "\(home.folder)/\($1)", encoding: .utf8)
        }
    }

    @Test func `a log without its database is not left beside the moved file`() throws {
        let home = try home("dayline.sqlite-wal", "dayline.sqlite.moving")
        defer { try? FileManager.default.removeItem(atPath: home.folder) }

        let replaced = try SQLiteInstallation(home).install(now: 0)

        #expect(replaced == nil)
        #expect(
            try files(home) == [
                "dayline.sqlite": "dayline.sqlite.moving",
                "dayline.sqlite.kept-19700101T000000-wal": "dayline.sqlite-wal",
            ])
    }

    @Test func `a file that was replaced in the same second is kept`() throws {
        let home = try home(
            "dayline.sqlite", "dayline.sqlite-wal", "dayline.sqlite.moving",
            "dayline.sqlite.kept-19700101T000000")
        defer { try? FileManager.default.removeItem(atPath: home.folder) }

        let replaced = try SQLiteInstallation(home).install(now: 0)

        #expect(replaced == "\(home.folder)/dayline.sqlite.kept-19700101T000000-2")
        #expect(
            try files(home) == [
                "dayline.sqlite": "dayline.sqlite.moving",
                "dayline.sqlite.kept-19700101T000000": "dayline.sqlite.kept-19700101T000000",
                "dayline.sqlite.kept-19700101T000000-2": "dayline.sqlite",
                "dayline.sqlite.kept-19700101T000000-2-wal": "dayline.sqlite-wal",
            ])
    }
}
