import ArgumentParser
import Tracker

/// A photo as `FILE` or `VIEW=FILE`.
struct PhotoArgument: ExpressibleByArgument {
    var view: String
    var file: String

    init?(argument: String) {
        let sides = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard let last = sides.last, !last.isEmpty else { return nil }
        view = sides.count == 2 ? sides[0] : Tracker.Measurement.defaultViews[0]
        file = last
    }
}
