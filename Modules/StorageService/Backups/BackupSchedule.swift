import BackupFolders
import CivilTime
import Contracts
import HostFiles
import RPC
import Texts

/// Daily backups of a home to a folder. A thread waits for the time of the next one on the real-time clock.
actor BackupSchedule {
    /// The time after a start in which no missed backup begins, in milliseconds.
    static let startDelay: Int64 = 60_000

    private let path: String
    private let source: DatabaseFile
    private let systemZone: String
    private let zones: ZoneCatalog
    private let now: @Sendable () -> Int64
    private let onFailure: @Sendable (Status, String) async -> Void
    /// Missed backups begin at or after this instant; nil: the schedule was not started.
    private var earliest: Int64?
    private var alarm: WallClockAlarm?
    private var running: Task<Backups.Snapshot, any Error>?

    /// - Parameters:
    ///   - source: The database.
    ///   - systemZone: IANA name of the zone of the time of backups.
    ///   - zones: The zones of the system.
    ///   - now: Milliseconds since 1970.
    ///   - onFailure: Called with the failure and the folder.
    init(
        source: DatabaseFile, systemZone: String, zones: ZoneCatalog,
        now: @escaping @Sendable () -> Int64,
        onFailure: @escaping @Sendable (Status, String) async -> Void
    ) {
        path = Home.backupSchedule(ofDatabase: source.path)
        self.source = source
        self.systemZone = systemZone
        self.zones = zones
        self.now = now
        self.onFailure = onFailure
    }

    /// Begins to write backups at their time. A missed backup is written after `delay` milliseconds.
    func start(delay: Int64) throws {
        SnapshotBackup.removeWork(ofDatabase: source.path)
        Backup.removeCopies(ofDatabase: source.path)
        earliest = now() + delay
        alarm = try WallClockAlarm { [weak self] _ in
            Task { [weak self] in await self?.runIfDue() }
        }
        try setAlarm()
    }

    func stop() {
        alarm?.close()
        alarm = nil
        running?.cancel()
    }

    func configure(_ request: Backups.ConfigureRequest) throws -> Backups.ScheduleResponse {
        var file = try BackupScheduleFile.read(path)
        if let time = request.time {
            guard BackupTime(time) != nil else {
                throw Status(
                    .invalidArgument, "\"\(time)\" is not a time of day.",
                    hint: "Use 00:00 to 23:59, such as 02:30.")
            }
            file.time = time
            file.configuredAt = now()
        }
        if request.isOff == true {
            file = file.switchedOff
        } else if let folder = request.folder {
            try setFolder(folder, request.recipient, &file)
        } else if request.recipient != nil {
            throw Status(
                .invalidArgument, "A public key is only for a new folder.",
                hint: "Name a new folder too: dayline backups to DIR --recipient KEY")
        }
        try file.write(to: path)
        try setAlarm()
        return response(file)
    }

    func state(_ request: Backups.ScheduleRequest) async throws -> Backups.ScheduleResponse {
        let file = try BackupScheduleFile.read(path)
        var response = response(file)
        guard request.includesSnapshots == true, file.activeFolder != nil else { return response }
        do {
            response.snapshots = try await StorageService.runOnThread {
                let folder = try Self.folder(file)
                return try folder.verifiedSnapshots.map { try folder.summary(of: $0) }
            }
        } catch {
            response.problem = Status(describing: error).message
        }
        return response
    }

    /// Writes a backup, or waits for the one that is being written.
    func run() async throws -> Backups.Snapshot {
        if let running { return try await running.value }
        let task = Task { try await self.write() }
        running = task
        defer { running = nil }
        return try await task.value
    }

    private func runIfDue() async {
        guard let file = try? BackupScheduleFile.read(path), let next = nextAttempt(file),
            next <= now()
        else {
            try? setAlarm()
            return
        }
        // The failure is recorded and published.
        _ = try? await run()
    }

    private func write() async throws -> Backups.Snapshot {
        let file = try BackupScheduleFile.read(path)
        guard let folder = file.activeFolder else {
            throw Status(
                .failedPrecondition, "There is no folder for backups.",
                hint: "Set one with: dayline backups to DIR")
        }
        do {
            let opened = try Self.folder(file)
            let snapshot = try await SnapshotBackup(
                source: source, folder: opened, systemZone: systemZone
            ).write(now: now)
            let zone = zone
            try await StorageService.runOnThread { try Self.prune(opened, zone) }
            try record(of: folder) { file in
                file.verifiedAt = BackupSnapshotName(instant: snapshot.at).milliseconds
                file.failedAt = nil
                file.failure = nil
            }
            return snapshot
        } catch {
            let status = Status(describing: error)
            // A process that is killed before the next line reports the failure of the next attempt.
            if isFirstFailure(file) { await onFailure(status, folder) }
            try? record(of: folder) { [now] file in
                file.failedAt = now()
                file.failure = status.message
            }
            throw status
        }
    }

    /// Changes the file, unless it has another folder by now, and sets the alarm.
    private func record(
        of folder: String, _ change: (inout BackupScheduleFile) -> Void
    ) throws {
        var file = try BackupScheduleFile.read(path)
        guard file.activeFolder == folder else { return }
        change(&file)
        try file.write(to: path)
        try setAlarm()
    }

    private func setFolder(
        _ path: String, _ recipient: String?, _ file: inout BackupScheduleFile
    ) throws {
        var recipient = recipient
        if path == file.folder, recipient == nil || recipient == file.recipient {
            do throws(Status) {
                _ = try Self.folder(file)
                if file.isOff == true { (file.isOff, file.configuredAt) = (nil, now()) }
                return
            } catch {
                // A folder that was emptied while backups were off is a new one, encrypted as before.
                guard file.isOff == true, error.code == .notFound else { throw error }
            }
            recipient = file.recipient
        }
        let publicKey = try recipient.map { text throws(Status) in try BackupRecipient(text) }
        let (folder, key) = try BackupFolder.create(
            at: path, home: Files.folder(of: source.path), recipient: publicKey)
        file = BackupScheduleFile(
            folder: folder.path, folderID: folder.id, key: key.map { Base64URL.text($0) },
            recipient: publicKey?.text, time: file.time, configuredAt: now())
    }

    private static func folder(_ file: BackupScheduleFile) throws(Status) -> BackupFolder {
        let bytes = file.key.flatMap { Base64URL.bytes($0) }
        let key: BackupFolder.Key = if let bytes { .folder(bytes) } else { .absent }
        return try BackupFolder(file.folder ?? "", id: file.folderID, key: key)
    }

    /// Removes unverified snapshots, and verified ones that are not kept.
    private static func prune(_ folder: BackupFolder, _ zone: some LocalTimeline) throws {
        let verified = folder.verifiedSnapshots
        let retained = BackupRetention(in: zone).retained(verified.compactMap(\.milliseconds))
        for name in verified where !retained.contains(name.milliseconds ?? 0) {
            folder.remove(name)
        }
        for name in folder.unverifiedSnapshots { folder.remove(name) }
        try folder.removeUnusedBlocks()
    }

    private var zone: Zone { (try? zones.zone(systemZone)) ?? .utc }

    /// True if the time of a backup has passed since the last failure, so that a failure is reported once
    /// a day.
    private func isFirstFailure(_ file: BackupScheduleFile) -> Bool {
        guard let failed = file.failedAt, let time = BackupTime(file.time) else { return true }
        return time.next(after: failed, in: zone) <= now()
    }

    /// The instant of the next attempt; nil without a folder.
    private func nextAttempt(_ file: BackupScheduleFile) -> Int64? {
        guard file.activeFolder != nil, let time = BackupTime(file.time) else { return nil }
        let next = time.attempt(
            last: max(file.verifiedAt ?? 0, file.configuredAt ?? 0), failure: file.failedAt,
            now: now(), in: zone)
        return max(next, earliest ?? next)
    }

    private func setAlarm() throws {
        alarm?.set(nextAttempt(try BackupScheduleFile.read(path)))
    }

    private func response(_ file: BackupScheduleFile) -> Backups.ScheduleResponse {
        Backups.ScheduleResponse(
            folder: file.activeFolder, time: file.time, zone: systemZone,
            recipient: file.activeFolder == nil ? nil : file.recipient,
            isRunning: running != nil, nextAt: nextAttempt(file).map { secondText($0) },
            verifiedAt: file.verifiedAt.map { secondText($0) },
            failedAt: file.failedAt.map { secondText($0) }, failure: file.failure)
    }
}
