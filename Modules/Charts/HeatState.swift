/// The state of a day in a heat map.
package enum HeatState: Hashable, Sendable {
    case future
    /// Before the activity existed.
    case beforeCreation
    case notDue
    /// Due on a day that is not over, and nothing was done yet.
    case open
    /// Due, and nothing was done.
    case missed
    case skipped
    case vacation
    /// Done to a quarter (1), a half (2), in part (3) or in full (4).
    case done(Int)

    /// Each state once, in the order of the legend.
    static let all: [HeatState] = [
        .done(4), .done(3), .done(2), .done(1), .open, .missed, .skipped, .vacation, .notDue,
        .beforeCreation, .future,
    ]

    /// The state of a day on which something counted: `rate` is the share that was done.
    package init(rate: Double) {
        self =
            rate >= 1
            ? .done(4)
            : rate > 0.5 ? .done(3) : rate > 0.25 ? .done(2) : rate > 0 ? .done(1) : .missed
    }

    package var name: String {
        switch self {
        case .future: "to come"
        case .beforeCreation: "before creation"
        case .notDue: "not due"
        case .open: "open"
        case .missed: "missed"
        case .skipped: "skipped"
        case .vacation: "vacation"
        case .done(1): "up to 25 %"
        case .done(2): "up to 50 %"
        case .done(3): "in part"
        case .done: "done"
        }
    }
}
