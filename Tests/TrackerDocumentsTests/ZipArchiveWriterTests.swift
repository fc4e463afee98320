import Foundation
import Testing
import TrackerDocuments

struct ZipArchiveWriterTests {
    @Test func `another program reads the files of an archive`() throws {
        var archive = ZipArchiveWriter()
        var bytes: [UInt8] = []
        for (name, pieces) in [("tracker.json", ["{", "}"]), ("photos/ä.jpg", ["123456789"])] {
            bytes += archive.begin(name)
            for piece in pieces {
                archive.append(Array(piece.utf8))
                bytes += Array(piece.utf8)
            }
            bytes += archive.end()
        }
        bytes += archive.directory()
        let path = NSTemporaryDirectory() + "dl-zip-\(UUID().uuidString).zip"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))

        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = [
            "-c",
            """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert not archive.testzip()
                print([(i.filename, archive.read(i).decode(), hex(i.CRC)) for i in archive.infolist()])
            """, path,
        ]
        let output = Pipe()
        python.standardOutput = output
        try python.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        python.waitUntilExit()

        #expect(
            text
                == "[('tracker.json', '{}', '0xa3a6bf43'), "
                + "('photos/ä.jpg', '123456789', '0xcbf43926')]\n")
    }
}
