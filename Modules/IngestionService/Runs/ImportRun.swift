import Contracts
import HealthMetrics
import HostFiles
import Processes
import RPC
import Uploads

/// One import, from reading the file to the folded days.
struct ImportRun: Sendable {
    /// Objects that all imports of this process share.
    struct Dependencies: Sendable {
        let storage: Client
        /// A client of the bus; nil if there is no tracker.
        let bus: Client?
        let receiver: BatchReceiver
        let launcher: any ImporterLauncher
        /// Address that importers push their batches to.
        let endpoint: String
        /// The address for an import that tests the importer's use of credit.
        let trialEndpoint: String
        /// Folder for scratch files and uploads.
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
                importer: plugin.manifest.name, file: source.name),
            options: options)
    }

    private struct ReadResult {
        var counts: ImportCounts
        var batches: BatchProgress
        /// Removals by reconciliation; nil without reconciliation or if the file does not allow it.
        var removed: [ImportReport.Removal]?
    }

    /// Runs the import to its end.
    /// - Throws: A `Status`; nothing of the import is stored then.
    func run() async throws -> ImportReport {
        let start = ContinuousClock.now
        do {
            let prepared = try await dependencies.storage.call(Staging.prepare, Empty(), options)
            if !request.isReconciling, request.mapping == nil,
                let earlier = try await knownFile.earlierImport()
            {
                return try await repeated(earlier, prepared, start)
            }
            let reading = try await read(prepared)
            return try await publish(reading, prepared, start)
        } catch {
            await staged.abort()
            throw interruption(error)
        }
    }

    /// A restarted storage worker has discarded the staged rows, so that UNAVAILABLE and NOT_FOUND
    /// have the same remedy.
    private func interruption(_ error: any Error) -> Status {
        let status = Status(describing: error)
        guard status.code == .unavailable || status.code == .notFound else { return status }
        return Status(
            .unavailable, "The import of \(source.name) was interrupted: \(status.message)",
            hint: "Nothing was stored. Run the import again.")
    }

    /// Starts the importer and stages its batches until it has read the file.
    /// - Throws: The failure of the importer or of a batch, after the importer was ended.
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
        let importer = try await dependencies.launcher.start(
            plugin, job: job(token, prepared), descriptor: source.descriptor)
        entry.update(importer.containment)
        let watch = Task {
            continuation.yield(.ended(try await importer.ending()))
        }
        let silence = Task { [entry] in
            try await entry.silenceTimer.waitUntilExceeded()
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
            // The termination after a kill is not reported.
            _ = try? await watch.value
            throw error
        }
        // All batches arrived; the process gets some time to exit.
        Task {
            try? await Task.sleep(for: Self.exitTimeout)
            importer.kill()
        }
        let counts = try await intake.value.finish()
        return ReadResult(
            counts: counts, batches: try await intake.value.progress,
            removed: try await intake.value.reconcile())
    }

    /// The job of the importer, which presents `token` when it sends batches.
    private func job(_ token: String, _ prepared: Staging.PrepareResponse) -> ImportJob {
        ImportJob(
            endpoint: request.shouldTestCredit == true
                ? dependencies.trialEndpoint : dependencies.endpoint,
            token: token, fileName: source.name,
            isFolder: source.isFolder, zone: request.zone, zones: prepared.zones,
            units: prepared.units,
            nonNegative: Metric.all.filter { !$0.canBeNegative }.map(\.key),
            metrics: Self.units, metricNames: MetricName.aliases, mapping: request.mapping,
            hasScratch: plugin.manifest.needsScratch ? true : nil)
    }

    /// The units of the metrics that an importer can send numbers of.
    private static let units = Dictionary(
        Metric.all.lazy.filter { $0.identifier != nil && $0.kind != .category }
            .map { ($0.key, ImportJob.Units(canonical: $0.unit, display: $0.displayUnit)) }
    ) { first, _ in first }

    /// Time to exit for an importer that has sent all batches.
    private static let exitTimeout = Duration.seconds(2)

    private enum Event: Sendable {
        /// All batches were processed, or the error.
        case pushed(Status?)
        case ended(ChildProcess.Termination)
        /// The importer exceeded its silence limit.
        case silent
    }

    /// Waits until all batches are processed.
    private func waitUntilRead(
        _ events: AsyncStream<Event>, _ importer: any RunningImporter
    ) async throws {
        for await event in events {
            switch event {
            case .pushed(nil): return
            case .pushed(let status?) where status.code != .cancelled: throw status
            // The importer closed the connection; its termination is the reason.
            case .pushed: importer.kill()
            case .ended(let ending): throw ended(ending, await importer.newestLines())
            case .silent: throw silent(await importer.newestLines())
            }
        }
        throw CancellationError()
    }

    private func ended(_ ending: ChildProcess.Termination, _ lines: [String]) -> Status {
        Status(
            .internal,
            "The importer \(plugin.manifest.name) ended before it had read \(source.name) "
                + "(\(ending.explanation)). Nothing of the file was stored.",
            hint: Self.quotation(of: lines) + "Run the import again. \(Self.loggedLines)")
    }

    private func silent(_ lines: [String]) -> Status {
        Status(
            .internal,
            "The importer \(plugin.manifest.name) sent nothing of \(source.name) for "
                + "\(plugin.manifest.silenceSeconds) s and was stopped. Nothing of the file was stored.",
            hint: Self.quotation(of: lines)
                + "If a batch takes longer, raise silenceSeconds in \(plugin.file). "
                + Self.loggedLines)
    }

    /// The lines of an importer in a hint. Failures of imports are stored, and their hints are in no log.
    private static func quotation(of lines: [String]) -> String {
        guard !lines.isEmpty else { return "" }
        return "The importer's last messages:\n"
            + lines.map { "  \($0)\n" }.joined()
    }

    private static let loggedLines =
        "The messages of the importer are logged after: dayline log-level debug ingestion"

    private func consume(
        _ reader: TypedItemReader<Packet<Batches.Batch>>, _ intake: Intake
    ) async throws {
        // The time after the last batch is not the importer's.
        defer { entry.silenceTimer.stop() }
        entry.silenceTimer.start()
        var trial = CreditTrial.Pauses(isTrial: request.shouldTestCredit == true)
        while let batch = try await nextBatch(of: reader) {
            entry.silenceTimer.stop()
            await trial.pause()
            try await intake.process(batch)
            let state = await intake.progress
            progress(
                Imports.Progress(
                    stage: .reading, bytesRead: state.bytesRead, bytesTotal: state.bytesTotal,
                    read: state.read))
            entry.silenceTimer.start()
        }
    }

    /// The next batch; nil at the end. A batch that cannot be decoded is an error of the importer.
    private func nextBatch(
        of reader: TypedItemReader<Packet<Batches.Batch>>
    ) async throws -> Packet<Batches.Batch>? {
        do {
            return try await reader.next()
        } catch {
            let status = Status(describing: error)
            if status.code == .dataLoss { throw lost(status) }
            guard status.code == .invalidArgument else { throw status }
            throw BatchColumns.rejection(
                "a batch that cannot be read (\(status.message))",
                hint: "Check the importer with: dayline plugins validate")
        }
    }

    private func lost(_ status: Status) -> Status {
        Status(
            .internal,
            "The importer \(plugin.manifest.name) broke the stream of its batches: \(status.message) "
                + "Nothing of the file was stored.",
            hint: "Correct the importer: a batch needs credit, and follows the one before it.")
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
        let diskSpace = DiskSpace(folder: dependencies.scratchFolder, reserve: Spool.reserve)
        let removed = try await RemovedSamples.fetched(from: dependencies.storage, options)
        return Intake(
            stage: stage, index: index, removed: removed, units: prepared.units,
            coverage: request.isReconciling
                ? try Coverage(folder: dependencies.scratchFolder) : nil,
            budget: StagingBudget(
                limit: ImportLimit.bytes(of: setting),
                diskSpace: request.isDryRun ? nil : diskSpace)
        ) { [dependencies, plugin, source, request, options] in
            try TrackerUpload(
                Documents.PartsRequest(
                    importer: plugin.manifest.name, file: source.name, isDryRun: request.isDryRun),
                bus: dependencies.bus, options: options)
        }
    }

    /// Publishes the staged rows, waits until their days are folded, and completes the report.
    private func publish(
        _ reading: ReadResult, _ prepared: Staging.PrepareResponse, _ start: ContinuousClock.Instant
    ) async throws -> ImportReport {
        let (counts, batches) = (reading.counts, reading.batches)
        let bytes = source.isFolder ? batches.bytesTotal : source.bytes
        func note(_ stage: Imports.Progress.Stage) {
            progress(
                Imports.Progress(
                    stage: stage, bytesRead: bytes, bytesTotal: bytes, read: counts.read))
        }
        var report = ImportReport(
            id: 0, importer: plugin.manifest.name, file: source.name, bytes: bytes,
            seconds: Self.seconds(since: start), byType: counts.byType, problems: counts.problems,
            ignoredMetadata: counts.ignoredMetadata,
            notice: notice(reading, prepared),
            isTruncated: batches.isTruncated,
            isDryRun: request.isDryRun, version: 0)
        report.step = counts.step
        report.removed = reading.removed
        report.nested = counts.nested.rows
        report.files = counts.files.rows
        report.format = batches.format
        report.mapping = batches.mapping
        if !request.isDryRun {
            note(.publishing)
            report = try await publishReport(
                report, quarantined: counts.quarantined, isAlreadyStored: false, prepared)
            note(.folding)
            try await waitUntilFolded(report)
        }
        report.seconds = Self.seconds(since: start)
        return report
    }

    /// Publishes the staged rows and stores the report. If nothing is new, a full disk only leaves
    /// the import out of the list of imports.
    ///
    /// `isAlreadyStored` is true if an earlier import stored the same quarantined items.
    private func publishReport(
        _ report: ImportReport, quarantined: [QuarantinedItem], isAlreadyStored: Bool,
        _ prepared: Staging.PrepareResponse
    ) async throws -> ImportReport {
        let isNothingNew =
            await staged.createdID == nil && (isAlreadyStored || quarantined.isEmpty)
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
                "Nothing was removed: the file is damaged or incomplete, so it does not show what "
                + "was deleted."
        }
        if request.mapping != nil, reading.batches.mapping == nil {
            return "The importer \(plugin.manifest.name) does not use --mapping."
        }
        return ZoneNotice(prepared.zones)?.text(
            offsets: reading.batches.offsets, names: reading.batches.zoneNames)
    }

    var knownFile: KnownFile {
        KnownFile(
            storage: dependencies.storage, source: source, plugin: plugin, zone: request.zone,
            options: options)
    }

    /// Reports the repeated import of the same bytes, which only stores a report.
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
