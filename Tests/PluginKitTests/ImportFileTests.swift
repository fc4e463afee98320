import Contracts
import Glibc
import PluginKit
import Testing

struct ImportFileTests {
    private let input = TestInput()

    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    }

    @Test(arguments: [ZipBytes.Sizes.inHeader, .inDescriptor, .inZip64])
    func `an archive's files are its parts, with any form of sizes`(
        sizes: ZipBytes.Sizes
    ) throws {
        var zip = ZipBytes()
        let data = bytes(700_000)
        zip.add("apple_health_export/", [])
        zip.add("apple_health_export/export.xml", data, sizes: sizes)
        zip.add("apple_health_export/Exportación.xml", [1, 2], sizes: sizes)

        let parts = try input.file(zip.archive).parts()

        #expect(
            parts.map(\.name) == [
                "apple_health_export/export.xml", "apple_health_export/Exportación.xml",
            ])
        #expect(parts[0].size == 700_000)
        #expect(parts[0].fileName == "export.xml")
        let (content, ending) = try parts[0].content()
        #expect(content == data)
        #expect(ending == .complete)
    }

    @Test func `an importer reads the time zones of the profile`() throws {
        let file = try input.open(
            input.path, isFolder: true, zones: [ZoneChange(from: nil, zone: "Europe/Berlin")])

        #expect(file.profileZones.map(\.name) == ["Europe/Berlin"])
        #expect(file.profileZones.map(\.firstDay) == [nil])
    }

    @Test func `the head of a part can be read before the part`() throws {
        var zip = ZipBytes()
        let data = bytes(1_200_000)
        zip.add("a", data)
        zip.add("b", [9])
        let parts = try input.file(zip.archive).parts()

        #expect(try parts[0].head(10) == Array(data.prefix(10)))
        #expect(try parts[1].head(10) == [9])
        #expect(try parts[0].content().bytes == data)
    }

    @Test func `a wrong checksum is reported after the bytes`() throws {
        var zip = ZipBytes()
        zip.add("export.xml", bytes(600_000), checksum: 1)

        let (content, ending) = try input.file(zip.archive).parts()[0].content()

        #expect(content == bytes(600_000))
        #expect(ending == .damaged("the checksum of export.xml is wrong"))
    }

    @Test func `deflated files are unpacked completely`() throws {
        let text = (0..<200_000).map { "<Record value=\"\($0 * 7919 % 10_007)\"/>\n" }.joined()

        let part = try input.archive("export.xml", Array(text.utf8)) { _ in }.parts()[0]

        #expect(part.size == text.utf8.count)
        #expect(part.sizeOnDisk < part.size / 4)
        let (content, ending) = try part.content()
        #expect(content == Array(text.utf8))
        #expect(ending == .complete)
    }

    @Test(arguments: 1...40)
    func `damage anywhere within a deflated file is detected`(fortieth: Int) throws {
        let data = Array((0..<30_000).map { "\($0 * 7919 % 10_007)," }.joined().utf8)
        let file = try input.archive("export.xml", data) { bytes in
            // Within the packed data: the other bytes of the archive are some hundred.
            bytes[100 + (bytes.count - 400) * fortieth / 40] ^= 0x55
        }

        let ending = try file.parts()[0].read { _ in }

        #expect(ending != .complete)
    }

    @Test func `an archive truncated within its first header is an error`() throws {
        var zip = ZipBytes()
        zip.add("export.xml", bytes(100_000))

        for count in 4..<40 {
            let cut = Array(zip.archive.prefix(count))
            let problem = #expect(throws: ImportProblem.self) { try input.file(cut) }
            #expect(problem?.message.contains("cut short") == true)
        }
    }

    @Test func `an archive without files has no parts`() throws {
        #expect(try input.file(ZipBytes().archive).parts().isEmpty)
    }

    @Test func `a plain file is its only part`() throws {
        let data = bytes(1_000_000)

        let parts = try input.file(data, name: "export.xml").parts()

        #expect(parts.map(\.size) == [1_000_000])
        #expect(try parts[0].content().bytes == data)
        #expect(try parts[0].content().ending == .complete)
    }

    @Test func `a folder's files are its parts, and links are not followed`() throws {
        try input.write("routes/b.gpx", [2])
        try input.write("a.xml", [1])
        try input.write(".hidden", [0])
        symlink("/etc/passwd", "\(input.path)/passwd")
        symlink("/etc", "\(input.path)/etc")

        let parts = try input.folder().parts()

        #expect(parts.map(\.name) == ["a.xml", "routes/b.gpx"])
        #expect(try parts[1].content().bytes == [2])
    }

    @Test func `a folder that cannot be read is named with the reason`() throws {
        try input.write("export", [1])

        let problem = #expect(throws: ImportProblem.self) {
            try input.open("\(input.path)/export", isFolder: true).parts()
        }

        #expect(problem?.message == "The folder input cannot be read: Not a directory.")
        #expect(problem?.hint != nil)
    }

    @Test func `a part may be read partially`() throws {
        struct Enough: Error {}
        var zip = ZipBytes()
        zip.add("a", bytes(1_500_000))
        let part = try input.file(zip.archive).parts()[0]

        for _ in 0..<20 {
            #expect(throws: Enough.self) { try part.read { _ in throw Enough() } }
        }
    }

    @Test func `lines have their locations with any line break`() throws {
        let text = "first\r\nsecond\n\nfourth"
        var lines: [TextLine] = []

        try input.file(Array(text.utf8)).parts()[0].readLines { lines.append($0) }

        #expect(lines.map(\.text) == ["first", "second", "", "fourth"])
        #expect(lines.map(\.offset) == [0, 7, 14, 15])
        #expect(lines.map(\.number) == [1, 2, 3, 4])
    }
}
