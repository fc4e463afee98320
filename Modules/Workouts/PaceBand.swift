/// The pace of a part of a route compared with the mean pace of the whole.
package enum PaceBand: String, CaseIterable, Sendable {
    /// `fast` is more than 5 % faster than the mean, `slow` more than 5 % slower.
    case fast, steady, slow

    private static let tolerance = 0.05

    /// The bands of the parts; nil for a part without a pace.
    package static func bands(of splits: [RouteSplit]) -> [PaceBand?] {
        let timed = splits.filter { $0.secondsPerKilometre != nil }
        let meters = timed.reduce(0) { $0 + $1.meters }
        let seconds = timed.reduce(0) { $0 + ($1.seconds ?? 0) }
        guard meters > 0 else { return splits.map { _ in nil } }
        let mean = seconds / meters * 1000
        return splits.map { split in
            split.secondsPerKilometre.map { pace in
                if pace < mean * (1 - tolerance) { return .fast }
                return pace > mean * (1 + tolerance) ? .slow : .steady
            }
        }
    }
}
