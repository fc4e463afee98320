import AppleHealth
import PluginKit

/// The measures of the routes that lie beside an export, by their file's name.
struct RouteBook {
    private var measures: [Substring: RouteMeasure] = [:]
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
            measures[part.fileName] = scanner.measure
        }
    }

    /// The measure of the route that an export names by a path of its own.
    subscript(path: String) -> RouteMeasure? {
        path.split(separator: "/").last.flatMap { measures[$0] }
    }
}
