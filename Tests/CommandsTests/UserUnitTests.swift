import Foundation
import HostFiles
import Testing

@testable import Commands

/// The unit of the user service, and the version.
@Suite struct UserUnitTests {
    @Test(arguments: [
        ("/usr/lib/dayline/bin/daylined", nil, "/usr/lib/dayline/bin/daylined"),
        ("/a/daylined", "/data/anna", "/a/daylined --home /data/anna"),
        ("/a b/daylined", "/100%/$x/\"q\"", #""/a b/daylined" --home "/100%%/$$x/\"q\"""#),
    ])
    func `the command line has the paths without specifiers and variables`(
        supervisor: String, home: String?, expected: String
    ) {
        let unit = UserUnit(supervisor: supervisor, home: home)

        #expect(unit.text.hasPrefix(UserUnit.mark))
        #expect(unit.text.split(separator: "\n").contains("ExecStart=\(expected)"))
    }

    @Test func `the system calls are those of the system unit, in the same order`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let system = try String(
            contentsOf: root.appending(path: "tools/packaging/systemd/dayline.service"),
            encoding: .utf8)
        let calls = { (unit: String) in
            unit.split(separator: "\n").filter { $0.hasPrefix("SystemCall") }.map(String.init)
        }

        let unit = UserUnit(supervisor: "/a/daylined", home: nil).text

        #expect(calls(unit) == calls(system))
        #expect(calls(unit).count == 6)
        #expect(unit.contains("\nNoNewPrivileges=yes\n"))
    }

    private static func changes() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    }

    /// Both sides of a merge can have versions of one entry.
    @Test func `no change of the change log begins as another`() throws {
        let beginnings = try Self.changes().split(separator: "\n").filter { $0.hasPrefix("- ") }
            .map { $0.prefix(50) }

        #expect(Set(beginnings).count == beginnings.count)
    }

    @Test func `the change log begins with the changes of the version`() throws {
        let newest = try #require(
            Self.changes().split(separator: "\n").first { $0.hasPrefix("## ") }?.dropFirst(3))

        let isReleased = !ProductVersion.text.hasSuffix("-dev")
        #expect(isReleased ? newest.hasPrefix("\(ProductVersion.text) - ") : newest == "Unreleased")
    }

    @Test(arguments: [
        (["--version", "--verbose"], true), (["--verbose", "--version", "--json"], true),
        (["--version"], false), (["--verbose"], false), (["--version", "--verbose", "x"], false),
    ])
    func `the versions of the libraries are requested by two options`(
        arguments: [String], isRequested: Bool
    ) {
        #expect(LibraryVersions.isRequested(by: arguments) == isRequested)
    }

    @Test func `installed libraries have a version`() {
        let versions = LibraryVersions().libraries

        for name in ["libzmq", "SQLite", "libsodium", "libpq", "libmosquitto", "libvips", "glibc"] {
            let version = versions.first { $0.name == name }?.version
            #expect(version?.contains(/^[0-9]+\.[0-9]+/) == true, "\(name)")
        }
    }

    @Test(arguments: [
        (#"[{"name": "grdb.swift", "version": "7.10.0"}]"#, ["grdb.swift 7.10.0"]), ("[1", []),
        (nil, []),
    ])
    func `the linked packages are those of the list above the programs`(
        list: String?, expected: [String]
    ) throws {
        let folder = NSTemporaryDirectory() + "dl-packages-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try list?.write(
            toFile: "\(folder)/\(LibraryVersions.packageFile)", atomically: true, encoding: .utf8)

        let packages = LibraryVersions(programs: "\(folder)/bin").packages

        #expect(packages.map { "\($0.name) \($0.version)" } == expected)
    }
}
