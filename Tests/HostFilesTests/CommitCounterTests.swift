import Glibc
import RPC
import Testing

@testable import HostFiles

struct CommitCounterTests {
    let temporary: TemporaryFolder
    let path: String

    init() throws {
        temporary = try TemporaryFolder()
        path = "\(temporary.path)/changes"
    }

    @Test func `the reader has no count before the file exists`() throws {
        let reader = CommitCounterReader(path: path)
        #expect(reader.count == nil)

        let counter = try CommitCounter(path: path)

        #expect(reader.count != nil)
        #expect(permissions(of: path) == 0o600)
        withExtendedLifetime(counter) {}
    }

    @Test func `the file's disk space is allocated before it is mapped`() throws {
        let counter = try CommitCounter(path: path)

        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(Int(status.st_blocks) * 512 >= Int(status.st_size))
        #expect(status.st_size > 1 << 12)
        withExtendedLifetime(counter) {}
    }

    @Test func `the count changes with each change and only then`() throws {
        let counter = try CommitCounter(path: path)
        let reader = CommitCounterReader(path: path)
        var counts: Set<UInt64> = [try #require(reader.count)]

        for number in 2...1000 {
            counter.advance()
            counts.insert(try #require(reader.count))
            #expect(reader.count == reader.count)
            #expect(counts.count == number)
        }
    }

    @Test func `the counts of a later process never repeat earlier ones`() throws {
        let reader = CommitCounterReader(path: path)
        var counts: Set<UInt64> = []

        for round in 1...5 {
            let counter = try CommitCounter(path: path)
            for _ in 0..<10 {
                counter.advance()
                counts.insert(try #require(reader.count))
            }
            #expect(counts.count == round * 10)
        }
    }

    @Test func `a removed file has no count, and a new file a different one`() throws {
        let reader = CommitCounterReader(path: path)
        let first = try CommitCounter(path: path)
        let before = try #require(reader.count)
        unlink(path)
        #expect(reader.count == nil)
        first.advance()

        let second = try CommitCounter(path: path)

        #expect(reader.count != before)
        let now = reader.count
        second.advance()
        #expect(reader.count != now)
    }

    @Test func `a truncated file has no count`() throws {
        let reader = CommitCounterReader(path: path)
        let counter = try CommitCounter(path: path)
        #expect(reader.count != nil)

        truncate(path, 0)

        #expect(reader.count == nil)
        withExtendedLifetime(counter) {}
    }

    @Test func `the content of each change is read back unchanged`() throws {
        let counter = try CommitCounter(path: path)
        let reader = CommitCounterReader(path: path)
        for size in [1, 7, 8, 9, CommitCounter.contentLimit] {
            let before = try #require(reader.count)
            let contents = [size, 3].map { size in
                Bytes((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            }

            for content in contents { counter.advance(content: content) }

            #expect(reader.contents(after: before, to: before &+ 2) == contents, "\(size)")
            #expect(reader.contents(after: before, to: before) == [])
        }
    }

    @Test func `a change without content makes the contents of the range unavailable`() throws {
        let counter = try CommitCounter(path: path)
        let reader = CommitCounterReader(path: path)
        let tooLarge = Bytes([UInt8](repeating: 1, count: CommitCounter.contentLimit + 1))
        for content in [Bytes.empty, tooLarge] {
            let before = try #require(reader.count)

            counter.advance(content: Bytes("a"))
            counter.advance(content: content)
            counter.advance(content: Bytes("b"))

            #expect(reader.contents(after: before, to: before &+ 3) == nil)
            #expect(reader.contents(after: before &+ 2, to: before &+ 3) == [Bytes("b")])
        }
    }

    @Test func `only the last 32 changes have contents`() throws {
        let counter = try CommitCounter(path: path)
        let reader = CommitCounterReader(path: path)
        let before = try #require(reader.count)

        for number in 1...40 { counter.advance(content: Bytes("\(number)")) }

        #expect(reader.contents(after: before, to: before &+ 40) == nil)
        #expect(reader.contents(after: before, to: before &+ 1) == nil)
        let last = reader.contents(after: before &+ 8, to: before &+ 40)
        #expect(last?.map(\.text) == (9...40).map(String.init))
    }

    @Test func `no partly written content is read`() async throws {
        let counter = try CommitCounter(path: path)
        let reader = CommitCounterReader(path: path)
        let writing = Task.detached {
            for number in 0..<200_000 {
                let byte = UInt8(truncatingIfNeeded: number)
                counter.advance(
                    content: Bytes([UInt8](repeating: byte, count: 1 + number % 600)))
            }
        }
        var read = 0

        while read < 2000 {
            let now = try #require(reader.count)
            guard let contents = reader.contents(after: now &- 31, to: now) else {
                // The last contents stay available after the writer has ended.
                continue
            }
            read += 1
            for content in contents {
                let bytes = content.array(of: UInt8.self)
                #expect(Set(bytes).count == 1)
            }
        }
        await writing.value
    }
}
