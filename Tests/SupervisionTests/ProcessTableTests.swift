import Processes
import Testing

@testable import Supervision

struct ProcessTableTests {
    var world: TableWorld

    init() throws {
        world = try .house()
    }

    @Test
    mutating func `a process starts when what it depends on is ready, and not before`() {
        world.tell(.start(group: nil))
        #expect(world.asked() == ["spawn broker"])
        #expect(world.state("aggregation-1") == .starting)

        world.ready("broker")
        #expect(world.asked() == ["spawn storage"])
        world.pass(.seconds(9))
        #expect(world.asked() == [])
        world.ready("storage")

        #expect(world.asked() == ["spawn aggregation-1", "spawn aggregation-2"])
        #expect(!world.table.isReady)
        world.ready("aggregation-2")
        world.ready("aggregation-1")
        #expect(world.table.isReady)
        #expect(world.table.nextMoment == nil)
    }

    @Test
    mutating func `a process that prepares something is waited for, as long as it says so`() {
        world.tell(.start(group: nil))
        world.pass(.seconds(9))
        world.preparing("broker", "sorts its papers")
        world.pass(.seconds(9))
        #expect(world.state("broker") == .starting)
        #expect(world.asked() == ["spawn broker"])

        world.pass(.seconds(2))

        #expect(world.asked() == ["kill broker"])
    }

    @Test
    mutating func `the first death is answered at once, those that follow ever later`() {
        world.up()

        let waits = (1...4).map { _ in world.dieAndComeBack("storage") }

        #expect(waits == [.zero, .milliseconds(50), .milliseconds(100), .milliseconds(200)])
        #expect(world.slot("storage")?.restarts == 4)
    }

    @Test
    mutating func `a death leaves those that depend on it running`() {
        world.up()

        world.die("storage")

        #expect(world.asked() == ["spawn storage"])
        #expect(world.state("aggregation-1") == .ready)
        #expect(!world.table.isReady)
    }

    @Test
    mutating func `a process is given up at its fifth death in a minute, and the rest goes on`() {
        world.up()

        for _ in 1...4 {
            world.die("aggregation-1")
            world.passToNextMoment()
        }
        #expect(world.state("aggregation-1") == .starting)
        world.die("aggregation-1")

        #expect(world.state("aggregation-1") == .failed)
        #expect(world.table.failures.map(\.slot) == ["aggregation-1"])
        #expect(world.table.failures.map(\.reason) == ["ended with signal 9"])
        #expect(world.table.nextMoment == nil)
        #expect(world.state("aggregation-2") == .ready)
    }

    @Test
    mutating func `deaths further apart than the period are no reason to give up`() {
        world.up()

        for _ in 1...20 {
            _ = world.dieAndComeBack("storage")
            world.pass(.seconds(15))
        }

        #expect(world.state("storage") == .ready)
        #expect(world.slot("storage")?.restarts == 20)
    }

    /// After two deaths: the seconds of health before the third, and the wait that follows it.
    @Test(arguments: [(29, Duration.milliseconds(100)), (30, .zero)])
    mutating func `thirty seconds of health clear the record`(seconds: Int, wait: Duration) {
        world.up()
        for _ in 1...2 { _ = world.dieAndComeBack("storage") }

        world.pass(.seconds(seconds))

        #expect(world.dieAndComeBack("storage") == wait)
    }

    @Test
    mutating func `a process that does not say ready in time is killed, and that is a death`() {
        world.tell(.start(group: nil))
        _ = world.asked()

        world.pass(.milliseconds(9_999))
        #expect(world.asked() == [])
        world.pass(.milliseconds(1))
        #expect(world.asked() == ["kill broker"])
        world.die("broker")

        #expect(world.asked() == ["spawn broker"])
        #expect(world.slot("broker")?.restarts == 1)
    }

    @Test
    mutating func `a program that cannot be started is a death like another`() {
        world.tell(.start(group: nil))

        for run in 1...5 {
            world.tell(
                .ended(.init(slot: "broker", run: run), .explained("there is no such file")))
            world.passToNextMoment()
        }

        #expect(world.table.failures.map(\.reason) == ["there is no such file"])
    }

    @Test
    mutating func `a process that hangs is aborted, then killed, and that is a death`() {
        world.up()

        world.hang("storage")
        #expect(world.asked() == ["abort storage"])
        world.hang("storage")
        world.pass(.milliseconds(1200))
        #expect(world.asked() == ["kill storage"])
        world.die("storage")

        #expect(world.asked() == ["spawn storage"])
        #expect(world.slot("storage")?.restarts == 1)
    }

    @Test
    mutating func `a process that is on its way out is not taken for one that hangs`() {
        world.up()
        world.tell(.stop(group: "storage"))
        _ = world.asked()

        world.hang("storage")

        #expect(world.asked() == [])
        #expect(world.state("storage") == .draining)
    }

    @Test
    mutating func `an operator's stop is no death`() {
        world.up()

        world.tell(.stop(group: "storage"))
        #expect(world.asked() == ["drain storage"])
        #expect(world.state("storage") == .draining)
        world.end("storage")

        #expect(world.state("storage") == .stopped)
        #expect(world.slot("storage")?.restarts == 0)
        world.pass(.seconds(100))
        #expect(world.asked() == [])
        world.tell(.start(group: "storage"))
        #expect(world.asked() == ["spawn storage"])
    }

    @Test
    mutating func `a process stopped while it waits to be started again stays stopped`() {
        world.up()
        _ = world.dieAndComeBack("storage")
        world.die("storage")
        #expect(world.state("storage") == .backoff)
        _ = world.asked()

        world.tell(.stop(group: "storage"))
        world.pass(.seconds(100))

        #expect(world.state("storage") == .stopped)
        #expect(world.asked() == [])
    }

    @Test
    mutating func `what does not drain is told to end, and then killed`() {
        world.up()

        world.tell(.stop(group: "storage"))
        world.pass(.milliseconds(9_999))
        #expect(world.asked() == ["drain storage"])
        world.pass(.milliseconds(1))
        #expect(world.asked() == ["terminate storage"])
        world.pass(.milliseconds(4_999))
        #expect(world.asked() == [])
        world.pass(.milliseconds(1))
        #expect(world.asked() == ["kill storage"])
        world.die("storage")

        #expect(world.state("storage") == .stopped)
        #expect(world.table.nextMoment == nil)
    }

    @Test
    mutating func `stopping everything goes against the order of starting`() {
        world.up()

        world.tell(.stop(group: nil))
        #expect(Set(world.asked()) == ["drain aggregation-1", "drain aggregation-2"])
        world.end("aggregation-1")
        #expect(world.asked() == [])
        world.end("aggregation-2")
        #expect(world.asked() == ["drain storage"])
        world.end("storage")
        #expect(world.asked() == ["drain broker"])
        #expect(!world.table.isStopped)
        world.end("broker")

        #expect(world.table.isStopped)
        #expect(world.table.slots.allSatisfy { $0.phase.state == .stopped })
    }

    @Test
    mutating func `stopping everything ends also while it starts, or has failed`() {
        world.tell(.start(group: nil))
        world.ready("broker")
        _ = world.asked()

        world.tell(.stop(group: nil))
        #expect(world.asked() == ["drain storage"])
        world.end("storage")
        world.end("broker")

        #expect(world.asked() == ["drain broker"])
        #expect(world.table.isStopped)
    }

    @Test
    mutating func `restarting everything stops it all first`() {
        world.up()

        world.tell(.restart(group: nil))
        world.end("aggregation-1")
        world.end("aggregation-2")
        world.end("storage")
        #expect(world.asked().allSatisfy { $0.hasPrefix("drain") })
        world.end("broker")

        #expect(world.asked() == ["spawn broker"])
        #expect(world.table.slots.allSatisfy { $0.restarts == 0 && $0.goal == .run })
    }

    @Test
    mutating func `a group restarts one process after the other`() {
        world.up()

        world.tell(.restart(group: "aggregation"))
        let first = world.asked()
        #expect(first.count == 1)
        world.end("aggregation-2")
        #expect(world.asked() == ["spawn aggregation-2"])
        world.ready("aggregation-2")
        #expect(first + world.asked() == ["drain aggregation-2", "drain aggregation-1"])
        world.end("aggregation-1")
        world.ready("aggregation-1")

        #expect(world.table.isReady)
    }

    @Test
    mutating func `restarting brings back what had failed, with a clean record`() {
        world.up()
        for _ in 1...5 {
            world.die("storage")
            world.passToNextMoment()
        }
        #expect(world.state("storage") == .failed)
        _ = world.asked()

        world.tell(.restart(group: "storage"))
        #expect(world.asked() == ["spawn storage"])
        world.die("storage")

        #expect(world.asked() == ["spawn storage"], "at once, as after a first death")
    }

    @Test
    mutating func `more processes are started, and the last ones go first`() {
        world.up()

        world.tell(.scale(group: "aggregation", count: 4))
        #expect(world.asked() == ["spawn aggregation-3", "spawn aggregation-4"])
        world.tell(.scale(group: "aggregation", count: 1))
        let drained = Set(world.asked())
        #expect(drained == ["drain aggregation-2", "drain aggregation-3", "drain aggregation-4"])
        for slot in ["aggregation-2", "aggregation-3", "aggregation-4"] { world.end(slot) }

        #expect(world.table.slots.map(\.name) == ["broker", "storage", "aggregation-1"])
        #expect(world.table.isReady)
    }

    @Test
    mutating func `a process that was to go and is wanted again comes back`() {
        world.up()
        world.tell(.scale(group: "aggregation", count: 1))
        world.tell(.scale(group: "aggregation", count: 2))
        _ = world.asked()

        world.end("aggregation-2")

        #expect(world.asked() == ["spawn aggregation-2"])
    }

    @Test
    mutating func `news of an earlier run changes nothing`() {
        world.up()
        let earlier = ProcessTable.Instance(slot: "storage", run: 1)
        world.die("storage")

        world.tell(.ready(earlier))
        #expect(world.state("storage") == .starting)
        world.tell(.ended(earlier, .ended(.exited(0))))

        #expect(world.state("storage") == .starting)
        #expect(world.slot("storage")?.restarts == 1)
    }

    @Test
    mutating func `services are expected of what runs or comes back, not of what was stopped`() {
        let all: Set = ["dayline.broker.Test", "dayline.storage.Test", "dayline.aggregation.Test"]
        #expect(world.table.expectedServices == [])

        world.up()
        #expect(world.table.expectedServices == all)
        world.die("storage")
        #expect(world.table.expectedServices == all)
        world.tell(.stop(group: "aggregation"))

        #expect(world.table.expectedServices == all.subtracting(["dayline.aggregation.Test"]))
    }

    @Test
    mutating func `of a service that is not to be expected it is known why`() {
        world.up()
        #expect(world.table.absences == [:])

        world.tell(.stop(group: "aggregation"))
        for _ in 1...5 {
            world.die("storage")
            world.passToNextMoment()
        }

        #expect(
            world.table.absences == [
                "dayline.aggregation.Test": "aggregation was stopped.",
                "dayline.storage.Test": "storage was given up: ended with signal 9",
            ])
    }

    @Test
    mutating func `what needs one that was given up is not expected, and it is known why`() {
        world.tell(.start(group: nil))
        world.ready("broker")
        for _ in 1...5 {
            world.die("storage")
            world.passToNextMoment()
        }

        #expect(world.table.expectedServices == ["dayline.broker.Test"])
        #expect(
            world.table.absences["dayline.aggregation.Test"]
                == "aggregation needs storage, which was given up: ended with signal 9")
        world.tell(.start(group: "storage"))
        #expect(world.table.absences == [:])
    }
}
