import AppleHealth
import PluginKit

/// The routes beside an export, which are read with the workout that has them: the lines of all routes of some
/// years do not fit into memory.
struct RouteTable {
    /// The files by the hash of their name.
    private var files: [Int: FilePart] = [:]
    /// Number of routes, including those of one name in several folders.
    private var count = 0
    private var claimed: Set<Int> = []

    /// The routes among the parts.
    init(_ parts: [FilePart]) {
        for part in parts where part.name.lowercased().hasSuffix(".gpx") {
            files[part.fileName.hashValue] = part
            count += 1
        }
    }

    /// The kind of routes in the import report.
    static let kind = "route"

    /// Number of routes without a workout.
    var unclaimed: Int { count - claimed.count }

    /// Assigns routes to a workout by their paths.
    /// - Returns: Number of routes that exist and were not assigned before.
    mutating func claim(_ paths: [String]) -> Int {
        paths.compactMap { file(of: $0)?.fileName.hashValue }
            .count { claimed.insert($0).inserted }
    }

    /// The measure of the route with this path in the export; nil if its file is missing. `reportDamage` is
    /// called with the name of a damaged file and the reason.
    func summary(
        of path: String, reportDamage: (_ name: String, _ reason: String) throws -> Void
    ) throws -> RouteSummary? {
        guard let part = file(of: path) else { return nil }
        var scanner = RouteScanner()
        do {
            let ending = try part.read { scanner.consume($0) }
            if case .damaged(let reason) = ending { try reportDamage(part.name, reason) }
        } catch let problem as ImportProblem {
            try reportDamage(part.name, problem.message)
        }
        return scanner.summary
    }

    private func file(of path: String) -> FilePart? {
        guard let name = path.split(separator: "/").last, let part = files[name.hashValue],
            part.fileName == name
        else { return nil }
        return part
    }
}
