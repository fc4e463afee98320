import Glibc
import Synchronization
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(1)))
struct LoopTests {
    @Test
    func `posted work runs in order on the loop`() async throws {
        let loop = try Loop()
        let ran = Mutex<[Int]>([])

        for number in 0..<100 {
            loop.post { if loop.isCurrent { ran.withLock { $0.append(number) } } }
        }
        try await loop.run {}

        #expect(ran.withLock { $0 } == Array(0..<100))
        #expect(!loop.isCurrent)
        loop.stop()
    }

    @Test
    func `timers fire in the order of their instants`() async throws {
        let loop = try Loop()
        let start = ContinuousClock.now
        let fired = Mutex<[Int]>([])
        let order = [7, 1, 9, 3, 0, 8, 2, 6, 4, 5]

        await withCheckedContinuation { continuation in
            // No timer can fire before all of them are set.
            loop.post {
                for number in order {
                    loop.schedule(at: start.advanced(by: .milliseconds(5 + number))) {
                        fired.withLock { $0.append(number) }
                        if number == 9 { continuation.resume() }
                    }
                }
            }
        }

        #expect(fired.withLock { $0 } == Array(0..<10))
        #expect(start.duration(to: .now) >= .milliseconds(14))
        loop.stop()
    }

    @Test
    func `a cancelled timer does not fire`() async throws {
        let loop = try Loop()
        let fired = Mutex<[String]>([])
        let moment = ContinuousClock.now.advanced(by: .milliseconds(5))

        let cancelled = loop.schedule(at: moment) { fired.withLock { $0.append("cancelled") } }
        loop.cancel(cancelled)
        await withCheckedContinuation { continuation in
            loop.schedule(at: moment.advanced(by: .milliseconds(5))) {
                fired.withLock { $0.append("other") }
                continuation.resume()
            }
        }

        #expect(fired.withLock { $0 } == ["other"])
        loop.stop()
    }

    @Test
    func `a handler runs when its descriptor is readable, until it is unwatched`() async throws {
        let loop = try Loop()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let source = Mutex<LoopSource?>(nil)

        let byte = await withCheckedContinuation { continuation in
            loop.post {
                let watched = try? loop.watch(reading) {
                    var byte: UInt8 = 0
                    // The handler also runs once at the start.
                    var state = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
                    guard poll(&state, 1, 0) == 1, read(reading, &byte, 1) == 1 else {
                        return false
                    }
                    source.withLock { $0.map(loop.unwatch) }
                    continuation.resume(returning: byte)
                    return false
                }
                source.withLock { $0 = watched }
                write(writing, [42 as UInt8], 1)
            }
        }
        write(writing, [43 as UInt8], 1)
        try await loop.run {}

        #expect(byte == 42)
        loop.stop()
        close(reading)
        close(writing)
    }

    @Test
    func `a slow iteration is reported`() async throws {
        let reported = Mutex<Duration?>(nil)
        let loop = try Loop { duration in reported.withLock { $0 = duration } }

        _ = try await loop.run {
            let end = ContinuousClock.now + Loop.slowIteration
            while ContinuousClock.now < end {}
        }
        try await loop.run {}

        #expect(reported.withLock { $0 } ?? .zero >= Loop.slowIteration)
        loop.stop()
    }

    @Test
    func `a task that prefers the loop runs on it`() async throws {
        let loop = try Loop()

        let wasOnLoop = await Task(executorPreference: loop) {
            await Task.yield()
            return loop.isCurrent
        }.value

        #expect(wasOnLoop)
        loop.stop()
    }
}
