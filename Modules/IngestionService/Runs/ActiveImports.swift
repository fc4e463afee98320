import Contracts
import RPC
import Synchronization

/// The running and waiting imports of this process.
final class ActiveImports: Sendable {
    private struct State {
        var entries: [ActiveImport] = []
        var nextID: Int64 = 1
    }

    private let state = Mutex(State())

    /// Adds an import in the state `waiting`.
    func add(file: String, bytes: Int64, importer: InstalledImporter, profile: String)
        -> ActiveImport
    {
        state.withLock { state in
            let entry = ActiveImport(
                id: state.nextID, file: file, bytes: bytes, importer: importer, profile: profile)
            state.nextID += 1
            state.entries.append(entry)
            return entry
        }
    }

    func remove(_ entry: ActiveImport) {
        state.withLock { $0.entries.removeAll { $0 === entry } }
    }

    /// The imports in the order of their requests.
    var running: [Imports.RunningImport] {
        state.withLock(\.entries).map(\.description)
    }

    /// The import that others of the profile wait for; nil if they wait for an edit or rollback.
    func current(of profile: String) -> Imports.RunningImport? {
        running.first { $0.profile == profile && $0.state != .waiting }
    }

    /// Cancels an import.
    /// - Throws: NOT_FOUND if it is not running, FAILED_PRECONDITION if it is being published.
    func cancel(_ id: Int64) throws(Status) {
        guard let entry = state.withLock({ $0.entries.first { $0.id == id } }) else {
            throw Status(
                .notFound, "No import \(id) is running.",
                hint: "List the running imports with: dayline imports --running")
        }
        try entry.cancel()
    }
}

/// An importer's name and silence limit.
struct InstalledImporter: Sendable {
    let name: String
    let silenceLimit: Duration
}

/// An import from its request to its end.
final class ActiveImport: Sendable {
    private struct State {
        var progress: Imports.Progress
        var containment: ContainmentReport?
        var isCancelled = false
        var end: (@Sendable () -> Void)?
    }

    let id: Int64
    let file: String
    let importer: String
    let profile: String
    let silenceTimer: SilenceTimer
    private let state: Mutex<State>

    init(
        id: Int64, file: String, bytes: Int64, importer: InstalledImporter, profile: String
    ) {
        self.id = id
        self.file = file
        self.importer = importer.name
        self.profile = profile
        silenceTimer = SilenceTimer(limit: importer.silenceLimit)
        state = Mutex(
            State(
                progress: Imports.Progress(
                    stage: .waiting, bytesRead: 0, bytesTotal: bytes, read: 0)))
    }

    /// True if a person has cancelled it.
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    var isWaiting: Bool { state.withLock { $0.progress.stage == .waiting } }

    func update(_ progress: Imports.Progress) {
        state.withLock { state in
            // Not every importer reports a total.
            let total = progress.bytesTotal > 0 ? progress.bytesTotal : state.progress.bytesTotal
            state.progress = progress
            state.progress.bytesTotal = total
        }
    }

    /// Marks the import as running.
    func begin() {
        silenceTimer.start()
        state.withLock { $0.progress.stage = .reading }
    }

    func update(_ containment: ContainmentReport?) {
        state.withLock { $0.containment = containment }
    }

    /// Runs `end` when the import is cancelled, immediately if it already is.
    func onCancel(_ end: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.end = end
            return state.isCancelled
        }
        if isCancelled { end() }
    }

    func cancel() throws(Status) {
        let end = try state.withLock { state throws(Status) in
            guard [.waiting, .reading].contains(state.progress.stage) else {
                throw Status(
                    .failedPrecondition, "Import \(id) cannot be cancelled: it is being stored.",
                    hint: "Show the report with: dayline imports")
            }
            state.isCancelled = true
            return state.end
        }
        end?()
    }

    var description: Imports.RunningImport {
        state.withLock { state in
            let isReading = state.progress.stage == .reading
            return Imports.RunningImport(
                id: id, file: file, importer: importer, profile: profile,
                state: state.progress.stage, bytes: state.progress.bytesRead,
                totalBytes: state.progress.bytesTotal, read: state.progress.read,
                silentSeconds: isReading ? Double(silenceTimer.silence.components.seconds) : 0,
                containment: state.containment)
        }
    }
}
