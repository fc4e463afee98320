import Contracts
import HostFiles
import RPC

/// Chooses the importer of a file: the requested one, otherwise the best match of the manifests' name
/// patterns and signatures (``ImporterFit``).
struct ImporterChoice {
    let importers: [InstalledPlugin]

    enum Chosen: Equatable {
        case plugin(InstalledPlugin)
        /// A document of the tracker, which the tracker worker reads.
        case tracker
        /// A calendar, which the tracker worker reads.
        case calendar
        /// An exported table of activities, entries or goals, which the tracker worker reads.
        case table

        var name: String {
            switch self {
            case .plugin(let plugin): plugin.manifest.name
            case .tracker: Documents.importer
            case .calendar: Documents.calendarImporter
            case .table: Documents.tableImporter
            }
        }
    }

    /// A folder is matched as the zip archive of the same name.
    private static func name(of source: ImportSource) -> String {
        source.isFolder ? "\(source.name).zip" : source.name
    }

    /// - Throws: NOT_FOUND for an unknown name, INVALID_ARGUMENT if no importer reads the file,
    ///   FAILED_PRECONDITION if several match equally well.
    func choose(for source: ImportSource, named name: String?) throws(Status) -> Chosen {
        if let name { return try choose(named: name) }
        return try choose(for: source, ContentProbe(source))
    }

    func choose(for source: ImportSource, _ probe: ContentProbe) throws(Status) -> Chosen {
        let all = importers.map { Chosen.plugin($0) } + [.tracker, .calendar, .table]
        let best = all.bestFits { fit($0, Self.name(of: source), probe) }
        guard let first = best.first else {
            throw UnreadableFile(source: source, probe: probe, importers: importers).status
        }
        guard best.count == 1 else { throw Self.tie(best, source) }
        return first
    }

    private func fit(_ candidate: Chosen, _ name: String, _ probe: ContentProbe) -> ImporterFit? {
        switch candidate {
        case .plugin(let plugin):
            return plugin.manifest.fit(fileName: name, matches: probe.matches)
        case .tracker:
            guard probe.isTrackerDocument else { return nil }
            return FilePattern("*.json").matches(name) ? .nameAndSignature : .signature
        case .calendar:
            guard probe.isCalendar else { return nil }
            return FilePattern("*.ics").matches(name) ? .nameAndSignature : .signature
        case .table:
            guard probe.isTrackerTable else { return nil }
            return FilePattern("*.csv").matches(name) ? .nameAndSignature : .signature
        }
    }

    private func choose(named name: String) throws(Status) -> Chosen {
        if let plugin = importers.first(where: { $0.manifest.name == name }) {
            return .plugin(plugin)
        }
        if name == Documents.importer { return .tracker }
        if name == Documents.calendarImporter { return .calendar }
        if name == Documents.tableImporter { return .table }
        let names = importers.map(\.manifest.name) + Documents.importers
        throw Status(
            .notFound, "There is no importer called \"\(name)\".",
            hint: "Choose one with --as: \(names.joined(separator: ", "))")
    }

    private static func tie(_ candidates: [Chosen], _ source: ImportSource) -> Status {
        let names = candidates.map(\.name)
        return Status(
            .failedPrecondition,
            "The importers \(names.joined(separator: ", ")) fit \(source.name) equally well.",
            hint: names.map { "Import it with: dayline import FILE --as \($0)" }
                .joined(separator: "\n"))
    }
}
