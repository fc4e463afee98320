import RPC
import Testing

@testable import HostFiles

/// The comparison of time zone data between machines.
@Suite struct TimeZoneVersionTests {
    private let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    private static let rule = "CET-1CEST,M3.5.0,M10.5.0/3"
    /// Changes according to the rule, in seconds since 1970 UTC.
    private static let spring: Int64 = 828_234_000
    private static let autumn: Int64 = 846_378_000

    /// A zone file with these changes, and the rule after the last one.
    private static func file(_ changes: [(at: Int64, isSummer: Bool)]) -> [UInt8] {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
        func header(changes: Int, types: Int) -> [UInt8] {
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
                + [0, 0, 0, changes, types, 4].flatMap { bytes(Int32($0)) }
        }
        let utc = bytes(Int32(0)) + [0, 0]
        var file = header(changes: 0, types: 1) + utc + Array("CET\0".utf8)
        file += header(changes: changes.count, types: 2)
        for change in changes { file += bytes(change.at) }
        for change in changes { file.append(change.isSummer ? 1 : 0) }
        file += bytes(Int32(3600)) + [0, 0] + bytes(Int32(7200)) + [1, 0]
        return file + Array("CET\0".utf8) + Array("\n\(rule)\n".utf8)
    }

    private func version(
        of zone: [UInt8], in folder: String, source: String? = nil
    ) throws -> ZoneDataVersion {
        let path = "\(temporary.path)/\(folder)"
        try Files.createPrivateFolder("\(path)/Europe")
        try Files.writeAtomically(zone, to: "\(path)/Europe/Berlin")
        if let source { try Files.writeAtomically(Array(source.utf8), to: "\(path)/tzdata.zi") }
        return TimeZoneFiles(folder: path).version()
    }

    @Test func `files that list more changes of the same rules have the same hash`() throws {
        let short = try version(of: Self.file([(Self.spring, true)]), in: "short")
        let long = try version(
            of: Self.file([(Self.spring, true), (Self.autumn, false)]), in: "long")

        #expect(short == long)
        #expect(short.release == nil)
    }

    @Test func `a change at another instant has another hash`() throws {
        let end = (at: Self.autumn, isSummer: false)
        let first = try version(of: Self.file([(Self.spring, true), end]), in: "first")
        let second = try version(of: Self.file([(Self.spring - 3600, true), end]), in: "second")

        #expect(first.hash != second.hash)
    }

    @Test(arguments: [
        ("# version 2025b\n# comment\n", "2025b"), ("# version 2025b", "2025b"),
        ("# version 2025b\u{1B}[0m\n", nil), ("# version \n", nil), ("R d 1916 o\n", nil),
        ("", nil),
    ])
    func `the release is read from the source file`(source: String, release: String?) throws {
        let version = try version(of: Self.file([]), in: "zones", source: source)

        #expect(version.release == release)
    }
}
