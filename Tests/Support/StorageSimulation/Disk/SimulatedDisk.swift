import GRDBSQLite
import Randomness
import Synchronization

/// A disk under the files of SQLite in one folder, with faults, stops and power cuts.
///
/// The folder has the present content of each file, and the disk the content that a power cut leaves. Names
/// are durable in the order of their changes, at least up to the last sync of any file, as in a file system
/// with a journal.
package final class SimulatedDisk: Sendable {
    /// The decision on a write.
    enum Write {
        case whole
        /// Only the first bytes are written, and the operation fails with the result code of SQLite.
        case part(count: Int, code: Int32)
    }

    /// Result codes of SQLite whose macros Swift does not import.
    enum Code {
        static let read = SQLITE_IOERR | 1 << 8
        static let write = SQLITE_IOERR | 3 << 8
        static let sync = SQLITE_IOERR | 4 << 8
        static let truncate = SQLITE_IOERR | 6 << 8
        static let delete = SQLITE_IOERR | 10 << 8
        static let sharedMemory = SQLITE_IOERR | 19 << 8
    }

    private struct State {
        var random: SplitMix64
        /// By number; numbers of removed files stay.
        var contents: [FileContent] = []
        var names: [String: Int] = [:]
        var durableNames: [String: Int] = [:]
        /// The changes of names since the last sync; nil: removed.
        var nameChanges: [(name: String, file: Int?)] = []
        var openFiles = 0
        var operations = 0
        var failures = 0
        var stop: Int?
        var isStopped = false
        var fault: DiskFault?
        var onStop: @Sendable () -> Void = {}
    }

    package let folder: String
    private let ignoresSyncs: Bool
    private let state: Mutex<State>

    /// A disk without files. With `ignoresSyncs` no sync makes anything durable.
    package init(folder: String, seed: UInt64, ignoresSyncs: Bool = false) {
        (self.folder, self.ignoresSyncs) = (folder, ignoresSyncs)
        state = Mutex(State(random: SplitMix64(seed: seed)))
    }

    /// The number of operations so far: writes, truncations, syncs, creations and removals.
    package var operations: Int { state.withLock { $0.operations } }

    /// The number of operations that a fault let fail.
    package var failures: Int { state.withLock { $0.failures } }

    /// The number of open files of SQLite.
    package var openFiles: Int { state.withLock { $0.openFiles } }

    /// True if all operations fail, as for a process that is killed.
    package var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Sets the fault of the coming operations, and the number of the operation before which the disk stops;
    /// nil: none. `onStop` is called at the stop, and must not use the disk.
    package func plan(
        _ fault: DiskFault?, stop: Int?, onStop: @escaping @Sendable () -> Void = {}
    ) {
        state.withLock { state in
            (state.fault, state.stop, state.onStop) = (fault, stop, onStop)
        }
    }

    /// Fails all further operations.
    package func stop() {
        state.withLock { $0.isStopped = true }
    }

    /// Allows operations again, after all files are closed.
    package func resume() {
        state.withLock { state in
            (state.isStopped, state.stop, state.fault) = (false, nil, nil)
            state.onStop = {}
        }
    }

    /// The files after a power cut, by name. They are durable then.
    package func cutPower() -> [String: [UInt8]] {
        state.withLock { state in
            let block = state.random.pick([512, 4096])
            let percent = state.random.pick([0, 50, 50, 100])
            var names = state.durableNames
            for change in state.nameChanges.prefix(state.random.below(state.nameChanges.count + 1))
            {
                names[change.name] = change.file
            }
            var files: [String: [UInt8]] = [:]
            for (name, file) in names.sorted(by: { $0.key < $1.key }) {
                files[name] = state.contents[file].bytes(
                    afterCutBy: &state.random, block: block, percent: percent)
            }
            Self.set(files, &state)
            return files
        }
    }

    /// The present content of the files, by name.
    package var files: [String: [UInt8]] {
        state.withLock { state in state.names.mapValues { state.contents[$0].current } }
    }

    /// Replaces the files by durable ones.
    package func set(_ files: [String: [UInt8]]) {
        state.withLock { Self.set(files, &$0) }
    }

    private static func set(_ files: [String: [UInt8]], _ state: inout State) {
        let sorted = files.sorted { $0.key < $1.key }
        state.contents = sorted.map { FileContent($0.value) }
        state.names = Dictionary(uniqueKeysWithValues: zip(sorted.map(\.key), sorted.indices))
        state.durableNames = state.names
        state.nameChanges = []
    }
}

/// The operations of SQLite.
extension SimulatedDisk {
    /// The number of the file with a name; nil after a stop, and for a missing file that is not created.
    func open(_ name: String, canCreate: Bool) -> Int? {
        state.withLock { state in
            if let file = state.names[name] {
                state.openFiles += 1
                return file
            }
            guard canCreate, !Self.countOperation(&state) else { return nil }
            let file = state.contents.count
            state.contents.append(FileContent())
            state.names[name] = file
            state.nameChanges.append((name, file))
            state.openFiles += 1
            return file
        }
    }

    func close() {
        state.withLock { $0.openFiles -= 1 }
    }

    /// Nil, or the result code of a failed read.
    func read() -> Int32? {
        state.withLock { state in
            if state.isStopped { return Code.read }
            return Self.isFaulty([.readError], &state) ? Code.read : nil
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Int, at offset: Int) -> Write {
        state.withLock { state in
            if Self.countOperation(&state) { return .part(count: 0, code: Code.write) }
            var count = bytes.count
            var code: Int32?
            if Self.isFaulty([.noSpace], &state) {
                (count, code) = (0, SQLITE_FULL)
            } else if Self.isFaulty([.writeError], &state) {
                (count, code) = (0, Code.write)
            } else if Self.isFaulty([.shortWrite], &state) {
                (count, code) = (bytes.count / 2, SQLITE_FULL)
            }
            if count > 0 {
                state.contents[file].write(
                    UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: offset)
            }
            return code.map { .part(count: count, code: $0) } ?? .whole
        }
    }

    /// Nil, or the result code of a failed truncation.
    func truncate(_ file: Int, to size: Int) -> Int32? {
        state.withLock { state in
            if Self.countOperation(&state) || Self.isFaulty([.writeError], &state) {
                return Code.truncate
            }
            state.contents[file].truncate(to: size)
            return nil
        }
    }

    /// Nil, or the result code of a failed sync.
    func sync(_ file: Int) -> Int32? {
        state.withLock { state in
            if Self.countOperation(&state) { return Code.sync }
            guard !Self.isFaulty([.syncError], &state) else {
                state.contents[file].failSync()
                return Code.sync
            }
            guard !ignoresSyncs else { return nil }
            state.contents[file].sync()
            state.durableNames = state.names
            state.nameChanges = []
            return nil
        }
    }

    /// Nil, or the result code of a failed removal.
    func remove(_ name: String) -> Int32? {
        state.withLock { state in
            if Self.countOperation(&state) || Self.isFaulty([.writeError], &state) {
                return Code.delete
            }
            if state.names.removeValue(forKey: name) != nil {
                state.nameChanges.append((name, nil))
            }
            return nil
        }
    }

    /// Nil, or the result code of shared memory that cannot grow.
    func extendSharedMemory() -> Int32? {
        state.withLock { Self.isFaulty([.noSpace], &$0) ? Code.sharedMemory : nil }
    }

    /// Counts an operation. True if the disk has stopped.
    private static func countOperation(_ state: inout State) -> Bool {
        if state.isStopped { return true }
        state.operations += 1
        if let stop = state.stop, state.operations >= stop {
            state.isStopped = true
            state.onStop()
        }
        return state.isStopped
    }

    private static func isFaulty(_ kinds: [DiskFault.Kind], _ state: inout State) -> Bool {
        guard let fault = state.fault, kinds.contains(fault.kind),
            fault.operations.contains(state.operations),
            state.random.happens(oneIn: fault.oneIn)
        else { return false }
        state.failures += 1
        return true
    }
}
