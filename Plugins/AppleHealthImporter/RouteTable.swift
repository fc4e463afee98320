import AppleHealth
import PluginKit

/// The measures of the routes that lie beside an export, by their file's name.
struct RouteTable {
    private var summaries: [Substring: RouteSummary] = [:]
    /// All routes, also those of one name in several folders.
    private var count = 0
    private var claimed: Set<Substring> = []
    /// Routes that cannot be read to their end, with the reason.
    private(set) var damaged: [(name: String, reason: String)] = []

    init() {}

    /// Reads every route of the file: a few lines of each are an hour's run.
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

    /// What the import report calls a route.
    static let kind = "route"

    /// Routes that no workout has named.
    var unclaimed: Int { count - claimed.count }

    /// Notes the routes that a workout names.
    /// - Returns: How many of them are there and were not named before.
    mutating func claim(_ paths: [String]) -> Int {
        let names = paths.compactMap { $0.split(separator: "/").last }
        return names.reduce(0) { found, name in
            found + (summaries[name] != nil && claimed.insert(name).inserted ? 1 : 0)
        }
    }

    /// The measure of the route that an export names by a path of its own.
    subscript(path: String) -> RouteSummary? {
        path.split(separator: "/").last.flatMap { summaries[$0] }
    }
}
