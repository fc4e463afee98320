import PluginKit

/// Counts the unread files beside an export by kind.
enum ExportFiles {
    /// Counts by kind of all parts except routes and the export that is read, the first of `exports`.
    static func counts(_ parts: [FilePart], exports: [FilePart]) -> [String: Int] {
        let others = Set(exports.dropFirst().map(\.name))
        var counts: [String: Int] = [:]
        for part in parts where part.name != exports.first?.name {
            let kind = others.contains(part.name) ? "export" : kind(of: part)
            if kind != RouteTable.kind { counts[kind, default: 0] += 1 }
        }
        return counts
    }

    private static func kind(of part: FilePart) -> String {
        let name = part.name.lowercased()
        if name.hasSuffix(".gpx") { return RouteTable.kind }
        if name.hasSuffix("_cda.xml") { return "clinicalDocument" }
        if name.hasSuffix(".csv"), name.contains("electrocardiograms/") {
            return "electrocardiogram"
        }
        if name.hasSuffix(".json"), name.contains("clinical-records/") { return "clinicalRecord" }
        return "other"
    }
}
