import Glibc
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
        #expect(status.st_size == 8)
        withExtendedLifetime(counter) {}
    }

    @Test func `bytes after the number are removed when a process continues the file`() throws {
        let first = try CommitCounter(path: path)
        let reader = CommitCounterReader(path: path)
        let before = try #require(reader.count)
        truncate(path, 1 << 16)

        let second = try CommitCounter(path: path)

        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_size == 8)
        #expect(reader.count != before)
        withExtendedLifetime((first, second)) {}
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
}
