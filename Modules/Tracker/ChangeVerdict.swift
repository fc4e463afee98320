/// The judgement of a change from one period to the next.
package enum ChangeVerdict: String, CaseIterable, Codable, Sendable {
    case win, loss
    /// No direction is wanted, or the value did not change.
    case change

    /// A win or loss if a direction is wanted, otherwise a change.
    package init(change: Double, direction: MetricTarget.Direction?) {
        switch direction {
        case .increase where change > 0, .decrease where change < 0: self = .win
        case .increase where change < 0, .decrease where change > 0: self = .loss
        case .increase, .decrease, nil: self = .change
        }
    }
}
