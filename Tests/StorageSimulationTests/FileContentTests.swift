import Randomness
import Testing

@testable import StorageSimulation

/// The content of a file after a power cut.
@Suite struct FileContentTests {
    private func content(_ text: String) -> FileContent { FileContent(Array(text.utf8)) }

    private func cut(_ content: FileContent, percent: Int, block: Int = 4) -> String {
        var random = SplitMix64(seed: 1)
        let bytes = content.bytes(afterCutBy: &random, block: block, percent: percent)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ text: String, at offset: Int, to content: inout FileContent) {
        Array(text.utf8).withUnsafeBytes { content.write($0, at: offset) }
    }

    @Test func `synced writes are kept and others lost or kept`() {
        var content = content("aaaaaaaa")
        write("bb", at: 0, to: &content)
        content.sync()
        write("cccc", at: 6, to: &content)

        #expect(cut(content, percent: 0) == "bbaaaaaa")
        #expect(cut(content, percent: 100) == "bbaaaacccc")
        #expect(String(decoding: content.current, as: UTF8.self) == "bbaaaacccc")
    }

    @Test func `writes over the end and behind the end extend the file`() {
        var content = content("aaaa")
        write("bbbb", at: 2, to: &content)
        write("c", at: 8, to: &content)
        content.sync()
        let expected = Array("aabbbb".utf8) + [0, 0] + Array("c".utf8)

        #expect(content.current == expected)
        #expect(cut(content, percent: 0) == String(decoding: expected, as: UTF8.self))
    }

    @Test func `a truncation that is not synced is lost or kept`() {
        var content = content("aaaaaaaa")
        content.truncate(to: 2)

        #expect(cut(content, percent: 0) == "aaaaaaaa")
        #expect(cut(content, percent: 100) == "aa")
    }

    @Test func `writes before a failed sync are doubtful until their page is written again`() {
        var content = content("aaaa")
        write("bb", at: 0, to: &content)
        content.failSync()
        content.sync()
        #expect(cut(content, percent: 0) == "aaaa")
        #expect(cut(content, percent: 100) == "bbaa")

        write("c", at: 3, to: &content)
        content.sync()
        #expect(cut(content, percent: 0) == "bbac")
    }

    @Test func `a write that is cut leaves some of its blocks`() {
        var content = content("")
        write(String(repeating: "b", count: 4096), at: 0, to: &content)

        let remaining = cut(content, percent: 50, block: 512)
        let blocks = Set(remaining.utf8)

        #expect(blocks == [0, UInt8(ascii: "b")])
    }
}
