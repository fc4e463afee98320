import Glibc
import Testing

@testable import HostFiles

struct ChangeCounterTests {
    let temporary: TemporaryFolder
    let path: String

    init() throws {
        temporary = try TemporaryFolder()
        path = "\(temporary.path)/changes"
    }

    @Test func `nobody counts before there is a file`() throws {
        let watch = ChangeWatch(path: path)
        #expect(watch.count == nil)

        let counter = try ChangeCounter(path: path)

        #expect(watch.count != nil)
        #expect(permissions(of: path) == 0o600)
        withExtendedLifetime(counter) {}
    }

    @Test func `each change is seen, and nothing without one`() throws {
        let counter = try ChangeCounter(path: path)
        let watch = ChangeWatch(path: path)
        var seen: Set<UInt64> = [try #require(watch.count)]

        for number in 2...1000 {
            counter.advance()
            seen.insert(try #require(watch.count))
            #expect(watch.count == watch.count)
            #expect(seen.count == number)
        }
    }

    @Test func `the next process counts on where no other has been`() throws {
        let watch = ChangeWatch(path: path)
        var seen: Set<UInt64> = []

        for round in 1...5 {
            let counter = try ChangeCounter(path: path)
            for _ in 0..<10 {
                counter.advance()
                seen.insert(try #require(watch.count))
            }
            #expect(seen.count == round * 10)
        }
    }

    @Test func `a file that was removed is not looked at any more`() throws {
        let watch = ChangeWatch(path: path)
        let first = try ChangeCounter(path: path)
        let before = try #require(watch.count)
        unlink(path)
        #expect(watch.count == nil)
        first.advance()

        let second = try ChangeCounter(path: path)

        #expect(watch.count != before)
        let now = watch.count
        second.advance()
        #expect(watch.count != now)
    }

    @Test func `a file that is cut short is not read beyond its end`() throws {
        let watch = ChangeWatch(path: path)
        let counter = try ChangeCounter(path: path)
        #expect(watch.count != nil)

        truncate(path, 0)

        #expect(watch.count == nil)
        withExtendedLifetime(counter) {}
    }
}
