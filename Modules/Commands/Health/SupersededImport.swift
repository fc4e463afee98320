import Contracts
import HostFiles
import Presentation
import RPC
import Tracker

/// Takes over the changes that only a superseded home has, from the file that it wrote.
///
/// A record is taken over if it is here as it was there before its changes. Others were changed in both homes
/// and stay as they are here.
struct SupersededImport {
    private let document: SupersededDocument
    private let file: String
    private let context: CommandContext

    /// Lines of a list of changes.
    private static let lineLimit = 40
    private static let headBytes = 4096
    private static let sizeLimit = 1 << 30

    private struct Record: Hashable {
        var profile: String
        var key: TrackerRecords.RecordKey
    }

    private struct Difference {
        var record: Record
        var at: String
        var before: String?
        var after: String?
    }

    private struct Report: Encodable {
        var file: String
        /// The changes of the file.
        var changes: Int
        /// The records that were, or would be, taken over.
        var applied: Int
        /// The records that are here already.
        var present: Int
        /// The records that were changed in both homes.
        var conflicts: [String]
        /// The changes that have to be made again, such as imports.
        var others: [String]
        var isDryRun: Bool
    }

    /// Nil if the file is of another format.
    init?(_ file: String, _ context: CommandContext) throws {
        let head = String(decoding: Files.head(of: file).prefix(Self.headBytes), as: UTF8.self)
        guard head.hasPrefix("{"), head.contains("\"\(SupersededDocument.formatName)\"") else {
            return nil
        }
        let bytes = try Files.read(file, limit: Self.sizeLimit)
        guard let document = try? JSONBody.decode(SupersededDocument.self, from: Bytes(bytes)),
            document.format == SupersededDocument.formatName
        else {
            throw Status(
                .dataLoss, "\(file) is not complete.",
                hint: "Copy the file from the superseded home again.")
        }
        guard document.version == 1 else {
            throw Status(
                .failedPrecondition,
                "\(file) has the version \(document.version), and this program reads version 1.",
                hint: "Update Dayline.")
        }
        self.document = document
        self.file = file
        self.context = context
    }

    /// Shows the changes, asks, and takes them over.
    func run(isConfirmed: Bool, isDryRun: Bool) async throws -> ExitStatus {
        let client = try context.bus()
        var report = Report(
            file: file, changes: document.changes.count, applied: 0, present: 0, conflicts: [],
            others: [], isDryRun: isDryRun)
        var accepted: [String: [TrackerRecords.Change]] = [:]
        var lines: [String] = []
        for difference in differences(&report) {
            let present = try await text(of: difference.record, client)
            let name = Self.name(difference)
            if present == difference.after {
                report.present += 1
            } else if present == difference.before {
                let key = difference.record.key
                accepted[difference.record.profile, default: []].append(
                    TrackerRecords.Change(kind: key.kind, id: key.id, body: difference.after))
                lines.append(name)
            } else {
                report.conflicts.append(name)
            }
        }
        report.applied = lines.count
        show(lines, report)
        if !isDryRun, !lines.isEmpty {
            try Confirmation(isConfirmed: isConfirmed, output: context.output).require(
                "yes", "Take over \(lines.count) records? Type yes: ",
                command: "dayline import \(quoted(file)) --yes")
            for (profile, changes) in accepted.sorted(by: { $0.key < $1.key }) {
                for start in stride(from: 0, to: changes.count, by: TrackerRecords.changeLimit) {
                    let end = min(start + TrackerRecords.changeLimit, changes.count)
                    _ = try await client.call(
                        TrackerRecords.apply,
                        TrackerRecords.ApplyRequest(
                            summary: "import \(Self.fileName(file))",
                            changes: Array(changes[start..<end])),
                        context.options(of: profile))
                }
            }
        }
        try context.output.result(report) {
            "\(report.applied) records \(isDryRun ? "would be taken" : "are taken") over, "
                + "\(report.present) are here already, \(report.conflicts.count) were changed in both "
                + "homes and stay as they are here, and \(report.others.count) changes have to be made again."
        }
        return report.conflicts.isEmpty && report.others.isEmpty ? .done : .doneWithDamage
    }

    /// The first and the last state of each changed record, in the order of their first changes. Other changes
    /// are added to the report.
    private func differences(_ report: inout Report) -> [Difference] {
        var order: [Record] = []
        var all: [Record: Difference] = [:]
        let others: Set = [
            TrackerRecords.bulk, TrackerRecords.entriesKind, TrackerRecords.sampleKind, "import",
            "profile", "zone", "sources", "refold", "damage", Changes.restoredKind,
        ]
        for change in document.changes where change.kind != "none" {
            guard !others.contains(change.kind) else {
                report.others.append("\(change.at) \(change.profile): \(change.kind) \(change.key)")
                continue
            }
            let record = Record(
                profile: change.profile,
                key: TrackerRecords.RecordKey(kind: change.kind, id: change.key))
            let after = Self.text(change.after, change.kind)
            if all[record] == nil {
                order.append(record)
                all[record] = Difference(
                    record: record, at: change.at, before: Self.text(change.before, change.kind),
                    after: after)
            } else {
                all[record]?.at = change.at
                all[record]?.after = after
            }
        }
        return order.compactMap { all[$0] }.filter { $0.before != $0.after }
    }

    /// The present text of a record; nil: there is no such record.
    private func text(of record: Record, _ client: Client) async throws -> String? {
        let options = context.options(of: record.profile)
        switch record.key.kind {
        case TrackerRecords.entryKind:
            do {
                let entry = try await client.call(
                    TrackerRecords.entry,
                    TrackerRecords.EntryRequest(id: Entry.ID(record.key.id)), options)
                return try JSONBody.encode(entry.entry).text
            } catch {
                guard Status(describing: error).code == .notFound else { throw error }
                return nil
            }
        case TrackerRecords.settingKind:
            let settings = try await client.call(Settings.list, Empty(), options)
            return settings.values[record.key.id]
        default:
            var after: TrackerRecords.RecordKey?
            while true {
                let page = try await client.call(
                    TrackerRecords.documents,
                    TrackerRecords.DocumentsRequest(kinds: [record.key.kind], after: after), options
                )
                if let found = page.documents.first(where: { $0.id == record.key.id }) {
                    return found.body
                }
                guard let next = page.next else { return nil }
                after = next
            }
        }
    }

    /// The text of a record in the change log without the number of an entry, which each home assigns itself.
    private static func text(_ logged: String?, _ kind: String) -> String? {
        guard let logged, kind == TrackerRecords.entryKind,
            let numbered = try? JSONBody.decode(
                TrackerRecords.NumberedEntry.self, from: Bytes(logged)),
            let entry = try? JSONBody.encode(numbered.entry)
        else { return logged }
        return entry.text
    }

    private static func name(_ difference: Difference) -> String {
        let action =
            difference.before == nil ? "added" : difference.after == nil ? "removed" : "changed"
        return "\(difference.at) \(difference.record.profile): \(difference.record.key.kind) "
            + "\(difference.record.key.id) \(action)"
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private func show(_ lines: [String], _ report: Report) {
        let output = context.output
        for (title, list) in [
            ("To take over:", lines), ("Changed in both homes:", report.conflicts),
            ("To be made again:", report.others),
        ] where !list.isEmpty {
            output.printNotice(title)
            for line in list.prefix(Self.lineLimit) { output.printNotice("  \(line)") }
            if list.count > Self.lineLimit {
                output.printNotice("  and \(list.count - Self.lineLimit) more")
            }
        }
    }
}
