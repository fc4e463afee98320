import Dispatch
import Synchronization

/// A file of an archive that is unpacked on a thread of its own, so that unpacking overlaps reading.
/// At most four unpacked blocks wait.
final class ZipBlocks: BlockSource {
    private let unpacking: UnpackingThread
    private var current = -1
    private(set) var damage: String?

    init(_ entry: ZipEntry) {
        unpacking = UnpackingThread(entry)
        let work = unpacking
        DispatchQueue(label: "unpacking").async { work.run() }
    }

    deinit {
        unpacking.stop()
    }

    func next() -> UnsafeRawBufferPointer? {
        guard damage == nil, let count = unpacking.next(after: current) else {
            damage = unpacking.damage
            return nil
        }
        current += 1
        return UnsafeRawBufferPointer(
            rebasing: unpacking.buffers[current % UnpackingThread.count][..<count])
    }
}

/// The thread that fills a ring of buffers.
private final class UnpackingThread: @unchecked Sendable {
    // Unchecked: the two semaphores pass each buffer between the thread, which fills it, and the
    // reader, which has it until its next call. The rest is behind the lock or used by the thread
    // only.
    private let entry: ZipEntry
    let buffers: [UnsafeMutableRawBufferPointer]
    /// Created with 0 and signalled afterwards: destroying a semaphore traps when its value is below
    /// the initial one.
    private let freeBuffers = DispatchSemaphore(value: 0)
    private let filledBuffers = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    private struct State {
        /// Bytes in each buffer of the ring; 0 ends the file.
        var counts = [Int](repeating: 0, count: UnpackingThread.count)
        var isStopped = false
        var hasEnded = false
        var damage: String?
    }

    static let count = 4

    init(_ entry: ZipEntry) {
        self.entry = entry
        buffers = (0..<Self.count).map { _ in
            .allocate(byteCount: PlainBlocks.blockSize, alignment: 64)
        }
        for _ in buffers { freeBuffers.signal() }
    }

    deinit {
        for buffer in buffers { buffer.deallocate() }
    }

    var damage: String? { state.withLock { $0.damage } }

    func run() {
        var index = 0
        while true {
            freeBuffers.wait()
            guard !state.withLock({ $0.isStopped }) else { return }
            let buffer = buffers[index % Self.count]
            let count = entry.read(into: buffer)
            let damage = entry.damage
            state.withLock { state in
                state.counts[index % Self.count] = count
                state.damage = damage
            }
            filledBuffers.signal()
            guard count > 0 else { return }
            index += 1
        }
    }

    /// Releases the buffer that was read, and waits for the next.
    /// - Returns: Number of bytes in it; nil at the end.
    func next(after previous: Int) -> Int? {
        guard !state.withLock({ $0.hasEnded }) else { return nil }
        if previous >= 0 { freeBuffers.signal() }
        filledBuffers.wait()
        return state.withLock { state in
            let count = state.counts[(previous + 1) % Self.count]
            state.hasEnded = count == 0
            return count == 0 ? nil : count
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        freeBuffers.signal()
    }
}
