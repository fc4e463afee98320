import CZip
import Testing

@testable import PluginKit

/// The list of the files of an archive.
struct ZipDirectoryTests {
    private let input = TestInput()

    /// An archive of a stored file whose entry in the directory is changed.
    private func archive(changing change: (inout [UInt8], Int) -> Void) throws -> ImportFile {
        var zip = ZipBytes()
        zip.add("a.xml", Array("first".utf8))
        var bytes = zip.archive
        change(&bytes, zip.bytes.count)
        return try input.file(bytes)
    }

    @Test func `an archive with a comment has its files`() throws {
        let comment = Array(("PK\u{5}\u{6}" + String(repeating: "x", count: 40)).utf8)
        let file = try archive { bytes, _ in
            bytes[bytes.count - 2] = UInt8(comment.count)
            bytes += comment
        }

        #expect(!file.isBrokenArchive)
        #expect(try file.parts().map(\.name) == ["a.xml"])
    }

    @Test func `a name that is not UTF-8 has the characters of DOS`() throws {
        var zip = ZipBytes()
        zip.add("~bung.xml", [1])
        let bytes = zip.archive.map { $0 == UInt8(ascii: "~") ? 0x81 : $0 }

        #expect(try input.file(bytes).parts().map(\.name) == ["übung.xml"])
    }

    @Test(arguments: [
        (8, UInt8(9), "protected with a password"), (10, UInt8(99), "not supported (method 99)"),
    ])
    func `a file that cannot be unpacked is an error with the reason`(
        offset: Int, value: UInt8, reason: String
    ) throws {
        let part = try archive { $0[$1 + offset] = value }.parts()[0]

        let problem = #expect(throws: ImportProblem.self) { try part.content() }

        #expect(problem?.message.contains(reason) == true)
    }

    @Test(arguments: [20, 42])
    func `a directory with a file beyond itself is damaged`(offset: Int) throws {
        let file = try archive { $0[$1 + offset + 2] = 1 }

        #expect(file.isBrokenArchive)
        #expect(try file.parts().map { try $0.content().bytes } == [Array("first".utf8)])
    }

    @Test func `a file whose header is damaged is an error`() throws {
        var zip = ZipBytes()
        zip.add("a.xml", [1])
        zip.add("b.xml", [2])
        var bytes = zip.archive
        bytes[bytes.indices.filter { bytes[$0...].starts(with: "PK\u{3}\u{4}".utf8) }[1]] = 0

        let parts = try input.file(bytes).parts()

        #expect(try parts[0].content().bytes == [1])
        let problem = #expect(throws: ImportProblem.self) { try parts[1].content() }
        #expect(problem?.message.contains("b.xml in input") == true)
    }

    @Test func `a file with a rare compression is unpacked`() throws {
        let data = Array((0..<100_000).map { "\($0 * 7919 % 10_007)," }.joined().utf8)

        let part = try input.archive("a.csv", data, method: ZIP_CM_BZIP2) { _ in }.parts()[0]

        let (content, ending) = try part.content()
        #expect(content == data)
        #expect(ending == .complete)
    }

    @Test func `an archive whose names are too long is refused`() throws {
        var zip = ZipBytes()
        for number in 0..<17_000 { zip.add("\(number)" + String(repeating: "n", count: 1000), []) }
        let file = try input.file(zip.archive)

        let problem = #expect(throws: ImportProblem.self) { try file.parts() }

        #expect(problem?.message.contains("more than \(FileNames.countLimit) files") == true)
    }

    @Test func `the number of names is bounded`() {
        var names = FileNames()
        while names.append("file \(names.count)".utf8) {}

        #expect(names.count == FileNames.countLimit)
        #expect(names[0] == "file 0")
        #expect(names[names.count - 1] == "file \(names.count - 1)")
    }
}
