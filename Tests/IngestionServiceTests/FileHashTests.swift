import FoundationEssentials
import Testing

@testable import IngestionService

@Suite struct FileHashTests {
    private func hash(_ bytes: [UInt8]) async throws -> String {
        let path = "/tmp/dayline-hash-\(UInt64.random(in: 0...UInt64.max))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(filePath: path))
        return try #require(await FileHash.text(of: ImportSource(path: path, name: nil)))
    }

    /// Sizes around the limits of parts.
    @Test(arguments: [1, 4096, 16 << 20, (16 << 20) + 1, 33 << 20])
    func `equal bytes have equal hashes, and each byte counts`(count: Int) async throws {
        var bytes = [UInt8](repeating: 31, count: count)
        for step in 0..<1000 { bytes[step * (count / 1000) % count] = UInt8(step % 251) }
        let expected = try await hash(bytes)

        #expect(expected.utf8.count == 32)
        #expect(try await hash(bytes) == expected)
        for index in Set([0, count / 2, count - 1]) {
            var changed = bytes
            changed[index] ^= 1
            #expect(try await hash(changed) != expected)
        }
        #expect(try await hash(bytes + [0]) != expected)
    }

    @Test func `a file that was changed since it was opened has no hash`() async throws {
        let path = "/tmp/dayline-hash-\(UInt64.random(in: 0...UInt64.max))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("one".utf8).write(to: URL(filePath: path))
        let source = try ImportSource(path: path, name: nil)

        try Data("other".utf8).write(to: URL(filePath: path))

        #expect(await FileHash.text(of: source) == nil)
    }
}
