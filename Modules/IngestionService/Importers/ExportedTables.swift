import Contracts
import HostFiles
import PluginKit
import RPC
import Tracker

/// The tables of `dayline export --csv` in a folder or an archive, which are imported one after another.
struct ExportedTables {
    /// The tables that are imported, in the order in which a table has what later ones name.
    let parts: [FilePart]

    /// The names of tables with data of their own, in order, and how each begins.
    private static let beginnings = [
        ("samples", "metric,start,end"), ("workouts", "id,type,start"), ("nights", "day,start,end"),
        ("activities", "id,name,type"), ("entries", "id,activity,activityID"),
        ("goals", "id,title,created"), ("weights", "id,day,weight"),
    ]
    /// The table that Dayline computed from samples, and that counts without them only.
    private static let days = ("days", "metric,day,value")

    /// Nil if the source has fewer than two tables.
    init?(_ probe: ContentProbe) {
        // A large archive is searched once.
        let names = Set((Self.beginnings + [Self.days]).map { Substring("\($0.0).csv") })
        let named = probe.parts.filter { names.contains($0.fileName) }
        func part(_ name: String, _ beginning: String) -> FilePart? {
            named.first { part in
                // A part that cannot be read is not a table.
                part.fileName == "\(name).csv"
                    && (try? part.head(beginning.utf8.count)) == Array(beginning.utf8)
            }
        }
        var found = Self.beginnings.compactMap(part)
        if part("samples", "metric,start,end") == nil, let days = part(Self.days.0, Self.days.1) {
            found.insert(days, at: 0)
        }
        guard found.count > 1 else { return nil }
        parts = found
    }

    /// The tables as exports of the folder or archive at a path.
    func exports(in folder: String) -> [Imports.ExportFile] {
        parts.map { part in
            Imports.ExportFile(
                path: "\(folder)/\(part.name)", bytes: part.size, first: nil, last: nil)
        }
    }

    /// The error of an import of the folder or archive as one file.
    func refusal(of source: ImportSource, at path: String) -> Status {
        Status(
            .failedPrecondition,
            "\(source.name) has \(parts.count) tables of Dayline, which are imported one after another, so "
                + "none was imported.",
            // An archive that was uploaded has another path.
            hint: "Import all with: dayline import --all "
                + quoted(source.isFolder ? path : source.name))
    }
}
