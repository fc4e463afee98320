import Contracts
package import HostFiles
package import Logging
package import RPC

/// Imports the files that appear in the inboxes of the profiles, one after another.
///
/// A file stays in its inbox until its import has ended, so that a restart imports the file again and
/// loses none; items of a repeated import are duplicates. Messages of failures can have values of the
/// files: log records above the level debug have their codes only.
package actor InboxTask {
    private let home: String
    private let storage: Client
    /// A client of the bus, or of the ingestion service.
    private let bus: Client
    /// The commit counter of storage; nil on another machine than storage.
    private let changes: CommitCounterReader?
    private let failures: FailureRecords
    private let logger: Logger
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64
    /// The profiles with the paths of their inboxes as of a count of the commit counter; nil: not known.
    private var known: (count: UInt64, paths: [(profile: String, path: String)])?
    /// The files of the latest scan, by path.
    private var seen: [String: Inbox.File] = [:]
    /// Files whose import failed for a transient reason, by path.
    private var delayed: [String: Delay] = [:]
    /// Imported files that could not be moved, by path.
    private var unmoved: [String: Inbox.File] = [:]
    /// The latest reported problem of each profile's inbox.
    private var problems: [String: String] = [:]

    private struct Delay {
        /// Milliseconds until the next attempt.
        var length: Int64
        /// Milliseconds since 1970.
        var end: Int64
    }

    /// Time between two scans. A file is imported if two scans find it unchanged.
    private static let interval = Duration.seconds(5)
    /// Time for which an empty file is expected to be filled, in nanoseconds.
    private static let emptyAge: Int64 = 60_000_000_000
    /// Shortest and longest time before another attempt, in milliseconds.
    private static let delays: ClosedRange<Int64> = 10_000...3_600_000

    package init(
        home: String, storage: Client, bus: Client, changes: CommitCounterReader?, logger: Logger,
        now: @escaping @Sendable () -> Int64 = WallClock.milliseconds
    ) {
        self.home = home
        self.storage = storage
        self.bus = bus
        self.changes = changes
        failures = FailureRecords(folder: Home(folder: home, runFolder: home).failures)
        self.logger = logger
        self.now = now
    }

    /// Scans until the task is cancelled. An error is logged, and the next scan follows.
    package func run() async {
        while (try? await Task.sleep(for: Self.interval)) != nil {
            do {
                try await scan()
            } catch {
                guard !Task.isCancelled else { return }
                logger.warning("The inboxes cannot be read: \(Status(describing: error).message)")
            }
        }
    }

    /// Imports the files that are unchanged since the scan before.
    package func scan() async throws {
        let before = seen
        seen = [:]
        for (profile, inbox) in try await inboxes() {
            let files = inbox.files
            for file in files { seen[inbox.path(of: file.name)] = file }
            for file in files where before[inbox.path(of: file.name)] == file {
                guard !Task.isCancelled else { return }
                if isReady(file, inbox) { await importFile(file, inbox, profile) }
            }
        }
        delayed = delayed.filter { seen[$0.key] != nil }
        unmoved = unmoved.filter { seen[$0.key] == $0.value }
    }

    /// The usable inboxes with their profiles. A folder of two profiles is that of the first.
    private func inboxes() async throws -> [(profile: String, inbox: Inbox)] {
        var result: [(profile: String, inbox: Inbox)] = []
        var problems: [String: String] = [:]
        for (profile, path) in try await paths() {
            do throws(Status) {
                let inbox = try Inbox(path, home: home)
                if !result.contains(where: { $0.inbox == inbox }) {
                    result.append((profile, inbox))
                }
            } catch {
                problems[profile] = error.message
                if self.problems[profile] != error.message { logger.warning("\(error.message)") }
            }
        }
        self.problems = problems
        return result
    }

    /// The profiles with the paths of their inboxes. With a commit counter storage is called after commits
    /// only, so that a system without changes stays idle.
    private func paths() async throws -> [(profile: String, path: String)] {
        let count = changes?.count
        if let known, known.count == count { return known.paths }
        let paths = try await storage.call(Settings.inboxes, Empty()).inboxes.map {
            (profile: $0.profile, path: $0.path)
        }
        known = count.map { ($0, paths) }
        return paths
    }

    private func isReady(_ file: Inbox.File, _ inbox: Inbox) -> Bool {
        let path = inbox.path(of: file.name)
        guard unmoved[path] != file, (delayed[path]?.end ?? 0) <= now() else { return false }
        let age = now().multipliedReportingOverflow(by: 1_000_000).partialValue &- file.modified
        guard file.size > 0 || age > Self.emptyAge else { return false }
        return !inbox.isWritten(file)
    }

    private func importFile(_ file: Inbox.File, _ inbox: Inbox, _ profile: String) async {
        let path = inbox.path(of: file.name)
        var outcome = Inbox.Outcome.done
        var text: Bytes
        do {
            let report = try await bus.stream(
                Imports.run, Imports.RunRequest(path: path),
                CallOptions(deadline: .never, profile: profile)
            ) { _ in }
            text = try JSONBody.encode(report)
            logger.info("\(path) was imported as import \(report.id).")
        } catch {
            let status = Status(describing: error)
            // A worker that stops cancels the import.
            guard !status.code.canSucceedLater, status.code != .cancelled else {
                return delay(path, status)
            }
            outcome = .failed
            text = (try? JSONBody.encode(InboxFailure(file: file.name, status))) ?? Bytes("{}")
            logger.error(
                """
                \(path) cannot be imported (\(status.code.name)). Its report in \
                \(inbox.folder)/\(outcome.rawValue) has the reason.
                """)
            logger.debug("\(path) cannot be imported: \(status.message)")
            // An import that began has stored the same failure, which is reported once.
            failures.store(
                Imports.failedTopic,
                ImportReport.fields(of: status).merging(
                    [BusEvents.profileField: profile, "file": file.name]) { $1 })
        }
        delayed[path] = nil
        // A file that was replaced or removed during the import is that of a later scan.
        guard inbox.file(named: file.name) == file else { return }
        do throws(HostFileError) {
            _ = try inbox.move(file, to: outcome, report: text.array(of: UInt8.self) + [0x0A])
        } catch {
            unmoved[path] = file
            logger.error("\(path) stays in the inbox: \(error.status.message)")
        }
    }

    private func delay(_ path: String, _ status: Status) {
        let length = min(
            delayed[path].map { $0.length * 2 } ?? Self.delays.lowerBound, Self.delays.upperBound)
        delayed[path] = Delay(length: length, end: now() + length)
        logger.notice("\(path) waits \(length / 1000) s (\(status.code.name)).")
        logger.debug("\(path) waits: \(status.message)")
    }
}
