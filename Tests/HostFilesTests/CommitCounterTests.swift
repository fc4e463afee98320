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

    @Test func `nobody counts before there is a file`() throws {
        let watch = CommitCounterReader(path: path)
        #expect(watch.count == nil)

        let counter = try CommitCounter(path: path)

        #expect(watch.count != nil)
        #expect(permissions(of: path) == 0o600)
        withExtendedLifetime(counter) {}
    }

    @Test func `the file has its room on the disk before it is mapped`() throws {
        let counter = try CommitCounter(path: path)

        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(Int(status.st_blocks) * 512 >= Int(status.st_size))
        #expect(status.st_size > 1 << 12)
        withExtendedLifetime(counter) {}
    }

    @Test func `each change is seen, and nothing without one`() throws {
        let counter = try CommitCounter(path: path)
        let watch = CommitCounterReader(path: path)
        var seen: Set<UInt64> = [try #require(watch.count)]

        for number in 2...1000 {
            counter.advance()
            seen.insert(try #require(watch.count))
            #expect(watch.count == watch.count)
            #expect(seen.count == number)
        }
    }

    @Test func `the next process counts on where no other has been`() throws {
        let watch = CommitCounterReader(path: path)
        var seen: Set<UInt64> = []

        for round in 1...5 {
            let counter = try CommitCounter(path: path)
            for _ in 0..<10 {
                counter.advance()
                seen.insert(try #require(watch.count))
            }
            #expect(seen.count == round * 10)
        }
    }

    @Test func `a file that was removed is not looked at any more`() throws {
        let watch = CommitCounterReader(path: path)
        let first = try CommitCounter(path: path)
        let before = try #require(watch.count)
        unlink(path)
        #expect(watch.count == nil)
        first.advance()

        let second = try CommitCounter(path: path)

        #expect(watch.count != before)
        let now = watch.count
        second.advance()
        #expect(watch.count != now)
    }

    @Test func `a file that is cut short is not read beyond its end`() throws {
        let watch = CommitCounterReader(path: path)
        let counter = try CommitCounter(path: path)
        #expect(watch.count != nil)

        truncate(path, 0)

        #expect(watch.count == nil)
        withExtendedLifetime(counter) {}
    }

    @Test func `what is told of a change is read as it was told`() throws {
        let counter = try CommitCounter(path: path)
        let watch = CommitCounterReader(path: path)
        for size in [1, 7, 8, 9, CommitCounter.contentLimit] {
            let before = try #require(watch.count)
            let contents = [size, 3].map { size in
                Bytes((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            }

            for content in contents { counter.advance(content: content) }

            #expect(watch.contents(after: before, to: before &+ 2) == contents, "\(size)")
            #expect(watch.contents(after: before, to: before) == [])
        }
    }

    @Test func `one change of which nothing was told leaves all untold`() throws {
        let counter = try CommitCounter(path: path)
        let watch = CommitCounterReader(path: path)
        let tooLarge = Bytes([UInt8](repeating: 1, count: CommitCounter.contentLimit + 1))
        for content in [Bytes.empty, tooLarge] {
            let before = try #require(watch.count)

            counter.advance(content: Bytes("a"))
            counter.advance(content: content)
            counter.advance(content: Bytes("b"))

            #expect(watch.contents(after: before, to: before &+ 3) == nil)
            #expect(watch.contents(after: before &+ 2, to: before &+ 3) == [Bytes("b")])
        }
    }

    @Test func `only the last changes are told`() throws {
        let counter = try CommitCounter(path: path)
        let watch = CommitCounterReader(path: path)
        let before = try #require(watch.count)

        for number in 1...40 { counter.advance(content: Bytes("\(number)")) }

        #expect(watch.contents(after: before, to: before &+ 40) == nil)
        #expect(watch.contents(after: before, to: before &+ 1) == nil)
        let last = watch.contents(after: before &+ 8, to: before &+ 40)
        #expect(last?.map(\.text) == (9...40).map(String.init))
    }

    @Test func `nothing is read that is half written`() async throws {
        let counter = try CommitCounter(path: path)
        let watch = CommitCounterReader(path: path)
        let writing = Task.detached {
            for number in 0..<200_000 {
                let byte = UInt8(truncatingIfNeeded: number)
                counter.advance(
                    content: Bytes([UInt8](repeating: byte, count: 1 + number % 600)))
            }
        }
        var read = 0

        while read < 2000 {
            let now = try #require(watch.count)
            guard let told = watch.contents(after: now &- 31, to: now) else {
                // Also at the end, when nothing is written any more, the last can be read.
                continue
            }
            read += 1
            for content in told {
                let bytes = content.array(of: UInt8.self)
                #expect(Set(bytes).count == 1)
            }
        }
        await writing.value
    }
}
