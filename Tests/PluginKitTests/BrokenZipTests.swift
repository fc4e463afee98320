import Glibc
import PluginKit
import Randomness
import Testing

/// Archives without their end, where the central directory is.
struct BrokenZipTests {
    private let input = TestInput()

    /// An archive of two stored files, and the size of its bytes before the central directory.
    private func archive(_ sizes: ZipBytes.Sizes) -> (complete: [UInt8], bodies: Int) {
        var zip = ZipBytes()
        zip.add("a.xml", Array("first".utf8), sizes: sizes)
        zip.add("folder/", [])
        zip.add("folder/b.xml", Array("second".utf8), sizes: sizes)
        return (zip.archive, zip.bytes.count)
    }

    @Test(arguments: [ZipBytes.Sizes.inHeader, .inDescriptor, .inZip64])
    func `files are found without the table of contents`(sizes: ZipBytes.Sizes) throws {
        let (complete, bodies) = archive(sizes)

        let parts = try input.file(Array(complete.prefix(bodies))).parts()

        #expect(parts.map(\.name) == ["a.xml", "folder/b.xml"])
        #expect(
            try parts.map { try $0.content().bytes } == [Array("first".utf8), Array("second".utf8)])
        let endings = try parts.map { try $0.content().ending }
        for ending in endings {
            guard case .damaged(let reason) = ending else {
                Issue.record("the archive is not complete")
                continue
            }
            #expect(reason.contains("no readable table of contents"))
        }
    }

    @Test(arguments: [ZipBytes.Sizes.inHeader, .inDescriptor, .inZip64])
    func `a truncated archive is read up to its end`(sizes: ZipBytes.Sizes) throws {
        let (complete, bodies) = archive(sizes)

        for count in 56...bodies {
            let parts = try input.file(Array(complete.prefix(count))).parts()

            let content = try parts[0].content()
            // Without a size, bytes of the next header may be read as a part of the file.
            let rest = content.bytes.dropFirst(5).count
            #expect(rest < 4, "cut at \(count)")
            #expect("first".utf8.starts(with: content.bytes.prefix(5)), "cut at \(count)")
            #expect(content.ending != .complete, "cut at \(count)")
            if let second = parts.dropFirst().first {
                let bytes = try second.content().bytes
                #expect(content.bytes == Array("first".utf8), "cut at \(count)")
                #expect("second".utf8.starts(with: bytes.prefix(6)), "cut at \(count)")
            }
        }
    }

    @Test func `all files of an archive without a table of contents have one reason`() throws {
        let (complete, bodies) = archive(.inHeader)
        let parts = try input.file(Array(complete.prefix(bodies))).parts()

        let reasons = try parts.map { part in
            guard case .damaged(let reason) = try part.content().ending else { return "" }
            return part.located(reason)
        }

        #expect(Set(reasons).count == 1)
        #expect(reasons.first?.contains("a.xml") == false)
        let part = try #require(parts.first)
        #expect(part.located("a.xml ends too early") == "a.xml ends too early")
        #expect(part.located("it ends too early") == "a.xml: it ends too early")
    }

    /// The header has a size that ends at the greatest offset.
    @Test func `an invalid size in a header is ignored`() throws {
        var zip = ZipBytes()
        zip.add("a.xml", Array("first".utf8), sizes: .inZip64)
        var bytes = zip.bytes
        // The packed size follows the header, the name, the field's header and the size.
        let position = 30 + "a.xml".utf8.count + 4 + 8
        for size in [Int64.max, Int64.max - 100, -1, 1 << 50] {
            withUnsafeBytes(of: size.littleEndian) {
                bytes.replaceSubrange(position..<position + 8, with: $0)
            }
            do {
                let contents = try input.file(bytes).parts().map { try $0.content().bytes }
                #expect(contents == [Array("first".utf8)], "\(size)")
            } catch let problem as ImportProblem {
                #expect(problem.message.contains("damaged or cut short"), "\(size)")
            }
        }
    }

    @Test(arguments: [3000, 20_000, 60_000])
    func `a truncated deflated file is read up to its end`(count: Int) throws {
        let data = Array((0..<30_000).map { "\($0 * 7919 % 10_007)," }.joined().utf8)
        let file = try input.archive("export.xml", data) { $0 = Array($0.prefix(count)) }

        let content = try file.parts()[0].content()

        #expect(content.bytes.count > count)
        #expect(data.starts(with: content.bytes))
        #expect(content.ending == .damaged("export.xml ends too early"))
    }

    @Test(arguments: UInt64(1)...400)
    func `an archive with changed bytes is read without a crash`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var zip = ZipBytes()
        let sizes = [ZipBytes.Sizes.inHeader, .inDescriptor, .inZip64]
        for index in 0..<3 {
            zip.add("\(index).xml", Array(repeating: 65, count: 300), sizes: sizes[index])
        }
        var bytes = zip.archive
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let position = Int.random(in: 4..<bytes.count, using: &random)
            bytes[position] = UInt8.random(in: 0...255, using: &random)
        }
        if seed.isMultiple(of: 2) {
            bytes.removeLast(Int.random(in: 1...300, using: &random))
        }

        guard let parts = try? input.file(bytes).parts() else { return }
        for part in parts {
            // A file that cannot be opened is an error; the bytes that are read are bounded by the
            // archive.
            guard let content = try? part.content() else { continue }
            #expect(content.bytes.count <= bytes.count, "seed \(seed)")
        }
    }

    @Test func `a file that unpacks to more than 250 times its size is damaged`() throws {
        let zeros = [UInt8](repeating: 0, count: 80 << 20)
        let part = try input.archive("export.xml", zeros) { _ in }.parts()[0]
        var count = 0

        let ending = try part.read { count += $0.count }

        guard case .damaged(let reason) = ending else {
            Issue.record("it was read to its end")
            return
        }
        #expect(reason.contains("250 times its size"))
        #expect(count > 64 << 20 && count < 65 << 20)
    }
}
