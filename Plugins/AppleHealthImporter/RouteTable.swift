import AppleHealth
import PluginKit

/// The measures of the routes beside an export, by file name.
struct RouteTable {
    private var summaries: [Substring: RouteSummary] = [:]
    /// Number of routes, including those of one name in several folders.
    private var count = 0
    private var claimed: Set<Substring> = []
    /// Routes that are damaged, with the reason.
    private(set) var damaged: [(name: String, reason: String)] = []

    /// Reads all routes among the parts.
    init(_ parts: [FilePart]) throws {
        for part in parts where part.name.lowercased().hasSuffix(".gpx") {
            var scanner = RouteScanner()
            do {
                let ending = try part.read { scanner.consume($0) }
                if case .damaged(let reason) = ending { damaged.append((part.name, reason)) }
            } catch let problem as ImportProblem {
                damaged.append((part.name, "\(problem)"))
            }
            summaries[part.fileName] = scanner.summary
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
        let names = paths.compactMap { $0.split(separator: "/").last }
        return names.reduce(0) { found, name in
            found + (summaries[name] != nil && claimed.insert(name).inserted ? 1 : 0)
        }
    }

    /// The measure of the route with this path in the export; nil if its file is missing.
    subscript(path: String) -> RouteSummary? {
        path.split(separator: "/").last.flatMap { summaries[$0] }
    }
}
