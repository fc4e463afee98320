import Processes
import Testing

@testable import Supervision

struct ProcessStopTests {
    var world: TableWorld

    init() throws {
        world = try .standard()
    }

    @Test
    mutating func `a requested stop does not count as a crash`() {
        world.startAll()

        world.handle(.stop(group: "storage"))
        #expect(world.removeJournal() == ["drain storage"])
        #expect(world.state("storage") == .draining)
        world.end("storage")

        #expect(world.state("storage") == .stopped)
        #expect(world.slot("storage")?.restarts == 0)
        world.advance(.seconds(100))
        #expect(world.removeJournal() == [])
        world.handle(.start(group: "storage"))
        #expect(world.removeJournal() == ["spawn storage"])
    }

    @Test
    mutating func `a process that does not drain is terminated, then killed`() {
        world.startAll()

        world.handle(.stop(group: "storage"))
        world.advance(.milliseconds(9_999))
        #expect(world.removeJournal() == ["drain storage"])
        world.advance(.milliseconds(1))
        #expect(world.removeJournal() == ["terminate storage"])
        world.advance(.milliseconds(4_999))
        #expect(world.removeJournal() == [])
        world.advance(.milliseconds(1))
        #expect(world.removeJournal() == ["kill storage"])
        world.crash("storage")

        #expect(world.state("storage") == .stopped)
        #expect(world.table.nextDeadline == nil)
    }

    @Test
    mutating func `a process stopped during backoff stays stopped`() {
        world.startAll()
        _ = world.crashAndRestart("storage")
        world.crash("storage")
        #expect(world.state("storage") == .backoff)
        _ = world.removeJournal()

        world.handle(.stop(group: "storage"))
        world.advance(.seconds(100))

        #expect(world.state("storage") == .stopped)
        #expect(world.removeJournal() == [])
    }

    @Test
    mutating func `a draining process is not treated as hung`() {
        world.startAll()
        world.handle(.stop(group: "storage"))
        _ = world.removeJournal()

        world.hang("storage")

        #expect(world.removeJournal() == [])
        #expect(world.state("storage") == .draining)
    }

    @Test
    mutating func `everything stops in reverse start order`() {
        world.startAll()

        world.handle(.stop(group: nil))
        #expect(Set(world.removeJournal()) == ["drain aggregation-1", "drain aggregation-2"])
        world.end("aggregation-1")
        #expect(world.removeJournal() == [])
        world.end("aggregation-2")
        #expect(world.removeJournal() == ["drain storage"])
        world.end("storage")
        #expect(world.removeJournal() == ["drain broker"])
        #expect(!world.table.isStopped)
        world.end("broker")

        #expect(world.table.isStopped)
        #expect(world.table.slots.allSatisfy { $0.phase.state == .stopped })
    }

    @Test
    mutating func `everything can be stopped while it starts`() {
        world.handle(.start(group: nil))
        world.ready("broker")
        _ = world.removeJournal()

        world.handle(.stop(group: nil))
        #expect(world.removeJournal() == ["drain storage"])
        world.end("storage")
        world.end("broker")

        #expect(world.removeJournal() == ["drain broker"])
        #expect(world.table.isStopped)
    }
}
