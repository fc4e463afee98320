import Contracts
import Glibc
import HostFiles
import RPC
import Synchronization
import Texts

/// Runs an importer on a file and on damaged copies of the file, without storing anything.
struct ImporterValidation {
    let context: CommandContext
    let client: Client
    /// The name of the importer.
    let importer: String
    /// The absolute path of a file that the importer reads.
    let path: String

    /// The result of a property.
    struct Check: Encodable {
        var name: String
        var ok: Bool
        /// A sentence without a full stop.
        var detail: String
    }

    /// Bytes of a file that is copied with damage.
    private static let sizeLimit = 64 << 20
    private static let damagedCopies = 8
    /// Seconds until an importer has to report how many bytes it has read.
    private static let progressLimit = 2.0
    /// Time until a cancelled import ends.
    private static let cancelLimit = Duration.seconds(5)

    /// - Throws: The status of a file that cannot be read, and of calls that fail for other reasons than
    ///   the importer.
    func checks() async throws -> [Check] {
        var checks: [Check] = []
        let progress = Mutex<[Imports.Progress]>([])
        let first: ImportReport
        do {
            first = try await run(Imports.RunRequest(path: path)) { step in
                progress.withLock { $0.append(step) }
            }
            checks.append(
                Check(
                    name: "handshake", ok: true,
                    detail: "it read \(first.read) items of \(first.file) to the end"))
        } catch {
            let status = Status(describing: error)
            return [
                Check(name: Self.check(failedBy: status), ok: false, detail: Self.phrase(status))
            ]
        }
        checks.append(Self.limits(first))
        checks.append(Self.progress(progress.withLock { $0 }, first))
        checks.append(
            await comparison(
                "repetition", with: first, Imports.RunRequest(path: path), name: "a second run"))
        checks.append(
            await comparison(
                "credit", with: first, Imports.RunRequest(path: path, shouldTestCredit: true),
                name: "a run with credit for one batch at a time"))
        checks.append(try await damage())
        checks.append(try await cancellation())
        return checks
    }

    /// Checks that another run counts the items of the first one.
    private func comparison(
        _ check: String, with first: ImportReport, _ request: Imports.RunRequest, name: String
    ) async -> Check {
        do {
            let report = try await run(request)
            let isEqual =
                first.byType == report.byType && first.nested == report.nested
                && first.files == report.files
            return Check(
                name: check, ok: isEqual,
                detail: isEqual
                    ? "\(name) counts the same items"
                    : "\(name) counts other items of the same file")
        } catch {
            return Check(name: check, ok: false, detail: Self.phrase(Status(describing: error)))
        }
    }

    /// The name of the check that an importer fails whose first run ends with a status. An importer whose
    /// batch was rejected has passed the handshake.
    private static func check(failedBy status: Status) -> String {
        if status.message.hasPrefix(Batches.rejectionStart) { return "limits" }
        return status.message.contains("without credit") ? "credit" : "handshake"
    }

    /// The message of a status without its full stop.
    private static func phrase(_ status: Status) -> String {
        status.message.hasSuffix(".") ? String(status.message.dropLast()) : status.message
    }

    private func run(
        _ request: Imports.RunRequest,
        onProgress: @escaping @Sendable (Imports.Progress) -> Void = { _ in }
    ) async throws -> ImportReport {
        var request = request
        request.importer = importer
        request.isDryRun = true
        // A file that was imported before is read again.
        request.isReconciling = true
        return try await client.stream(
            Imports.run, request, context.optionsWithoutDeadline(), receive: onProgress)
    }

    /// Storage rejects batches beyond the limits, so that a complete report has none.
    private static func limits(_ report: ImportReport) -> Check {
        let rows = [report.byType, report.nested ?? [:], report.files ?? [:]]
        let unbalanced = rows.flatMap { $0.filter { !$0.value.isBalanced }.keys }.sorted()
        return Check(
            name: "limits", ok: unbalanced.isEmpty,
            detail: unbalanced.isEmpty
                ? "its batches are within the limits, and their counts balance"
                : "the counts of \(unbalanced.joined(separator: ", ")) do not balance")
    }

    private static func progress(
        _ progress: [Imports.Progress], _ report: ImportReport
    ) -> Check {
        let reading = progress.filter { $0.stage == .reading }
        let last = reading.last?.bytesRead ?? 0
        let problem: String? =
            if report.bytes > 0, last > report.bytes {
                "it reports more bytes than the file has"
            } else if last == 0, report.seconds > Self.progressLimit {
                "it has read for \(Int(report.seconds)) s without a report"
            } else {
                nil
            }
        return Check(
            name: "progress", ok: problem == nil,
            detail: problem
                ?? (last > 0
                    ? "it reports up to \(last) of \(report.bytes) bytes"
                    : "the file is read before the first report; give a larger one"))
    }

    /// Each damaged copy has to end in a report that balances, or in an error of the importer.
    private func damage() async throws -> Check {
        let bytes = try Files.read(path, limit: Self.sizeLimit)
        for number in 0..<Self.damagedCopies {
            var copy = bytes
            let description: String
            if number < 3 {
                copy = Array(bytes.prefix(bytes.count * (number + 1) / 4))
                description = "the first \(copy.count) bytes"
            } else {
                let count = max(1, bytes.count >> (number + 1))
                for index in 0..<count {
                    // The same bytes in each run.
                    let random = stableHash("\(number) \(index)")
                    copy[Int(random % UInt64(copy.count))] = UInt8(truncatingIfNeeded: random >> 32)
                }
                description = "a copy with \(count) changed bytes"
            }
            guard !copy.isEmpty else { continue }
            do {
                let report = try await run(
                    Imports.RunRequest(upload: try await upload(copy), name: name))
                let check = Self.limits(report)
                guard check.ok else {
                    return Check(
                        name: "damage", ok: false, detail: "\(description): \(check.detail)")
                }
            } catch {
                let status = Status(describing: error)
                // An importer reports an error; a batch that violates the protocol is another failure.
                guard
                    status.code == .internal || status.code == .unavailable
                        || status.message.hasPrefix(Batches.rejectionStart)
                else { continue }
                return Check(
                    name: "damage", ok: false, detail: "\(description): \(Self.phrase(status))")
            }
        }
        return Check(
            name: "damage", ok: true,
            detail: "\(Self.damagedCopies) damaged copies end in a report or an error")
    }

    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    private func upload(_ bytes: [UInt8]) async throws -> String {
        try await client.upload(
            Imports.upload, Imports.UploadRequest(name: name, bytes: Int64(bytes.count)),
            context.optionsWithoutDeadline()
        ) { writer in
            for start in stride(from: 0, to: bytes.count, by: 1 << 20) {
                let piece = Array(bytes[start..<min(start + 1 << 20, bytes.count)])
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes(piece))]))
            }
        }.upload
    }

    /// Cancels an import at its first batch.
    private func cancellation() async throws -> Check {
        let (numbers, continuation) = AsyncStream.makeStream(of: Int64.self)
        let clock = ContinuousClock()
        async let canceller: ContinuousClock.Instant? = {
            for await number in numbers {
                let cancelled = clock.now
                let request = Imports.CancelRequest(id: number)
                let isRunning =
                    (try? await client.call(Imports.cancel, request, context.options())) != nil
                return isRunning ? cancelled : nil
            }
            return nil
        }()
        do {
            _ = try await run(Imports.RunRequest(path: path)) { progress in
                if let id = progress.id { continuation.yield(id) }
            }
            continuation.finish()
            _ = await canceller
            return Check(
                name: "cancel", ok: true,
                detail: "the file is read before it can be cancelled; give a larger one")
        } catch {
            continuation.finish()
            let status = Status(describing: error)
            let elapsed = await canceller.map { clock.now - $0 } ?? .zero
            let isPrompt = status.code == .aborted && elapsed < Self.cancelLimit
            return Check(
                name: "cancel", ok: isPrompt,
                detail: isPrompt
                    ? "a cancelled import ends, and nothing of it is stored"
                    : "a cancelled import ends after \(elapsed): \(Self.phrase(status))")
        }
    }
}
