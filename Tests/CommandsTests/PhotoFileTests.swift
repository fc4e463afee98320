import Foundation
import RPC
import Testing

@testable import Commands

struct PhotoFileTests {
    /// The error code for a file with these bytes; nil if it is accepted.
    private func code(_ bytes: [UInt8]) throws -> Status.Code? {
        let path = NSTemporaryDirectory() + "dl-photo-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return code(of: path)
    }

    private func code(of path: String) -> Status.Code? {
        do throws(Status) {
            try PhotoFile.check(path)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [
        [0xFF, 0xD8, 0xFF, 0xE0], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
        Array("GIF89a".utf8), Array("RIFF....WEBPVP8 ".utf8), Array("....ftypheic".utf8),
    ])
    func `a file with the signature of a picture is accepted`(bytes: [UInt8]) throws {
        #expect(try code(bytes) == nil)
    }

    @Test(arguments: [[], Array("%PDF-1.7".utf8), Array("xGIF89a".utf8), [0xFF, 0xD8]])
    func `a file with another signature is rejected`(bytes: [UInt8]) throws {
        #expect(try code(bytes) == .invalidArgument)
    }

    @Test func `a missing file and a folder are rejected`() {
        #expect(code(of: NSTemporaryDirectory() + "dl-photo-\(UUID().uuidString)") == .notFound)
        #expect(code(of: NSTemporaryDirectory()) == .invalidArgument)
    }
}
