import Contracts
import HostFiles
import Metrics
import Processes
import RPC

/// One import, from the file to the folded days.
struct ImportRun: Sendable {
    /// What every import of this process shares.
    struct Dependencies: Sendable {
        let storage: Client
        let receiver: BatchReceiver
        let launcher: any ImporterLauncher
        /// Where importers push their batches.
        let endpoint: String
        /// For what a dry run keeps.
        let scratchFolder: String
    }

    let dependencies: Dependencies
    let request: Imports.RunRequest
    let plugin: InstalledPlugin
    let source: ImportSource
    let options: CallOptions
    let entry: ActiveImport
    let progress: @Sendable (Imports.Progress) -> Void
    private let staged: StagedImport

    init(
        dependencies: Dependencies, request: Imports.RunRequest, plugin: InstalledPlugin,
        source: ImportSource,
        options: CallOptions, entry: ActiveImport,
        progress: @escaping @Sendable (Imports.Progress) -> Void
    ) {
        self.dependencies = dependencies
        self.request = request
        self.plugin = plugin
        self.source = source
        self.options = options
        self.entry = entry
        self.progress = progress
        staged = StagedImport(
            client: dependencies.storage,
            begin: Staging.BeginRequest(
                importer: plugin.manifest.name, file: source.name, bytes: source.bytes),
            options: options)
    }

    private struct ReadResult {
        var counts: ImportCounts
        var batches: BatchProgress
        /// What the file no longer has; nil when nothing was to be taken out, or nothing can be.
        var removed: [ImportReport.Removal]?
    }

    /// Runs it to the end.
    func report() async throws -> ImportReport {
        let start = ContinuousClock.now
        do {
            let prepared = try await dependencies.storage.call(Staging.prepare, Empty(), options)
            if !request.isReconciling, let earlier = try await knownFile.earlierImport() {
                return try await repeated(earlier, prepared, start)
            }
            let reading = try await read(prepared)
            return try await publish(reading, prepared, start)
        } catch {
            await staged.abort()
            throw interruption(error)
        }
    }

    /// Storage that went away forgets what was staged: whether it still is away or does not know the
    /// import any more, the same can be done about it.
    private func interruption(_ error: any Error) -> Status {
        let status = Status(describing: error)
        guard status.code == .unavailable || status.code == .notFound else { return status }
        return Status(
            .unavailable, "The import of \(source.name) was interrupted: \(status.message)",
            hint: "Nothing of it is kept. Run it again.")
    }

    private func read(_ prepared: Staging.PrepareResponse) async throws -> ReadResult {
        let intake = Task { try await makeIntake(prepared) }
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let token = dependencies.receiver.expect { reader in
            do {
                try await consume(reader, try await intake.value)
                continuation.yield(.pushed(nil))
            } catch {
                continuation.yield(.pushed(Status(describing: error)))
                throw error
            }
        }
        defer {
            dependencies.receiver.revoke(token)
            intake.cancel()
        }
        let job = ImportJob(
            endpoint: dependencies.endpoint, token: token, fileName: source.name,
            isFolder: source.isFolder, zone: request.zone, zones: prepared.zones,
            units: prepared.units,
            nonNegative: Metric.all.filter { !$0.canBeNegative }.map(\.key))
        let importer = try await dependencies.launcher.start(
            plugin, job: job, descriptor: source.descriptor)
        entry.update(importer.containment)
        let watch = Task {
            continuation.yield(.ended(try await importer.ending()))
        }
        let silence = Task { [entry] in
            try await entry.idleTimer.waitUntilExceeded()
            continuation.yield(.silent)
        }
        defer { silence.cancel() }
        do {
            try await withTaskCancellationHandler {
                try await waitUntilRead(events, importer)
            } onCancel: {
                importer.kill()
            }
        } catch {
            importer.kill()
            // It was killed, so how it ended is of no interest.
            _ = try? await watch.value
            throw error
        }
        // It has nothing more to say, so it is not missed.
        Task {
            try? await Task.sleep(for: Self.timeToEnd)
            importer.kill()
        }
        let ledger = try await intake.value.finish()
        return ReadResult(
            counts: ledger, batches: try await intake.value.progress,
            removed: try await intake.value.reconcile())
    }

    /// For an importer that has sent everything.
    private static let timeToEnd = Duration.seconds(2)

    private enum Event: Sendable {
        /// All batches are taken in, or why not.
        case pushed(Status?)
        case ended(ChildProcess.Termination)
        /// No batch came within the time that there is for one.
        case silent
    }

    /// Returns when every batch was taken in.
    private func waitUntilRead(
        _ events: AsyncStream<Event>, _ importer: any RunningImporter
    ) async throws {
        for await event in events {
            switch event {
            case .pushed(nil): return
            case .pushed(let status?) where status.code != .cancelled: throw status
            // The importer hung up; how it ended says why.
            case .pushed: importer.kill()
            case .ended(let ending): throw ended(ending)
            case .silent: throw silent()
            }
        }
        throw CancellationError()
    }

    private func ended(_ ending: ChildProcess.Termination) -> Status {
        Status(
            .internal,
            "The importer \(plugin.manifest.name) ended before it had read \(source.name) "
                + "(\(ending.explanation)). Nothing of the file was kept.",
            hint: "Run it again; if it ends again, see: dayline logs ingestion")
    }

    private func silent() -> Status {
        Status(
            .internal,
            "The importer \(plugin.manifest.name) handed over nothing of \(source.name) for "
                + "\(plugin.manifest.silenceSeconds) s and was ended. Nothing of the file was kept.",
            hint: "See its messages with: dayline logs ingestion\n"
                + "Where a batch takes longer, raise silenceSeconds in \(plugin.file).")
    }

    private func consume(
        _ reader: TypedItemReader<Packet<Batches.Batch>>, _ intake: Intake
    ) async throws {
        // Whatever follows the last batch is not the importer's doing.
        defer { entry.idleTimer.stop() }
        entry.idleTimer.start()
        while let batch = try await nextBatch(of: reader) {
            entry.idleTimer.stop()
            try await intake.process(batch)
            let state = await intake.progress
            progress(
                Imports.Progress(
                    stage: .reading, bytesRead: state.bytesRead, bytesTotal: state.bytesTotal,
                    read: state.read))
            entry.idleTimer.start()
        }
    }

    /// The next batch; one that is none is the importer's fault, whose service is not on the bus.
    private func nextBatch(
        of reader: TypedItemReader<Packet<Batches.Batch>>
    ) async throws -> Packet<Batches.Batch>? {
        do {
            return try await reader.next()
        } catch {
            let status = Status(describing: error)
            guard status.code == .invalidArgument else { throw status }
            throw BatchColumns.rejection(
                "a batch that cannot be read (\(status.message))",
                hint: "Check the importer with: dayline plugins validate")
        }
    }

    private func makeIntake(_ prepared: Staging.PrepareResponse) async throws -> Intake {
        let index = try await StoredIndex.fetched(from: dependencies.storage, options)
        let storage = StorageStage(
            client: dependencies.storage, import: staged, options: options, series: index.series)
        let stage: any ChunkStage =
            request.isDryRun
            ? try DryRunStage(over: storage, folder: dependencies.scratchFolder) : storage
        let setting = try await dependencies.storage.call(Settings.list, Empty(), options)
            .values[Settings.importLimit]
        let room = DiskSpace(folder: dependencies.scratchFolder, reserve: Spool.reserve)
        let removed = try await RemovedSamples.fetched(from: dependencies.storage, options)
        return Intake(
            stage: stage, index: index, removed: removed, units: prepared.units,
            coverage: request.isReconciling
                ? try Coverage(folder: dependencies.scratchFolder) : nil,
            budget: StagingBudget(
                limit: StagingBudget.bytes(of: setting), diskSpace: request.isDryRun ? nil : room))
    }

    /// Shows what was staged, waits until its days are folded, and says what became of the file.
    private func publish(
        _ reading: ReadResult, _ prepared: Staging.PrepareResponse, _ start: ContinuousClock.Instant
    ) async throws -> ImportReport {
        let (ledger, batches) = (reading.counts, reading.batches)
        let bytes = source.isFolder ? batches.bytesTotal : source.bytes
        func note(_ stage: Imports.Progress.Stage) {
            progress(
                Imports.Progress(
                    stage: stage, bytesRead: bytes, bytesTotal: bytes, read: ledger.read))
        }
        var report = ImportReport(
            id: 0, importer: plugin.manifest.name, file: source.name, bytes: bytes,
            seconds: Self.seconds(since: start), byType: ledger.byType, problems: ledger.problems,
            ignoredMetadata: ledger.ignoredMetadata,
            notice: notice(reading, prepared),
            isTruncated: batches.isTruncated,
            isDryRun: request.isDryRun, version: 0)
        report.removed = reading.removed
        report.nested = ledger.nested.rows
        report.files = ledger.files.rows
        if !request.isDryRun {
            note(.publishing)
            report = try await publishReport(
                report, quarantined: ledger.quarantined, isAlreadyStored: false, prepared)
            note(.folding)
            try await waitUntilFolded(report)
        }
        report.seconds = Self.seconds(since: start)
        return report
    }

    /// Publishes what was staged, and keeps the report. Where nothing is new, a full disk only keeps the
    /// import out of the list of imports.
    ///
    /// `isAlreadyStored` says whether an earlier import has kept the same damaged items.
    private func publishReport(
        _ report: ImportReport, quarantined: [QuarantinedItem], isAlreadyStored: Bool,
        _ prepared: Staging.PrepareResponse
    ) async throws -> ImportReport {
        let isNothingNew =
            await staged.begunID == nil && (isAlreadyStored || quarantined.isEmpty)
        do {
            return try await staged.publish(report, quarantined: quarantined)
        } catch {
            guard isNothingNew, Status(describing: error).code == .resourceExhausted else {
                throw error
            }
            await staged.abort()
            var report = report
            report.version = prepared.version
            report.notice = [report.notice, Self.unlisted].compactMap(\.self)
                .joined(separator: " ")
            return report
        }
    }

    private static let unlisted =
        "Nothing was new. The disk is full, so this import is not in the list of imports."

    private func waitUntilFolded(_ report: ImportReport) async throws {
        _ = try await dependencies.storage.call(
            Folds.wait, Folds.WaitRequest(version: report.version), options)
    }

    private func notice(_ reading: ReadResult, _ prepared: Staging.PrepareResponse) -> String? {
        if request.isReconciling, reading.removed == nil {
            return
                "Nothing was taken out: the file is damaged or not complete, so what it does not "
                + "have may be missing for that."
        }
        return ZoneNotice(prepared.zones)?.text(
            offsets: reading.batches.offsets, names: reading.batches.zoneNames)
    }

    var knownFile: KnownFile {
        KnownFile(
            storage: dependencies.storage, source: source, plugin: plugin, zone: request.zone,
            options: options)
    }

    /// The very same bytes once more: only the import itself is written down.
    private func repeated(
        _ earlier: ImportLog.GetResponse, _ prepared: Staging.PrepareResponse,
        _ start: ContinuousClock.Instant
    ) async throws -> ImportReport {
        var report = earlier.report.repeated(file: source.name)
        report.isDryRun = request.isDryRun
        report.seconds = Self.seconds(since: start)
        guard !request.isDryRun else { return report }
        report = try await publishReport(
            report, quarantined: earlier.quarantinedItems, isAlreadyStored: true, prepared)
        try await waitUntilFolded(report)
        report.seconds = Self.seconds(since: start)
        return report
    }

    private static func seconds(since start: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1000
    }
}
