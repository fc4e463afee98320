/// What a change against the time before means.
package enum ChangeVerdict: String, CaseIterable, Codable, Sendable {
    case win, loss
    /// Nobody said which way is good, or nothing changed.
    case change

    /// Only a direction that is wanted makes a win or a loss of a change.
    package init(change: Double, direction: MetricTarget.Direction?) {
        switch direction {
        case .increase where change > 0, .decrease where change < 0: self = .win
        case .increase where change < 0, .decrease where change > 0: self = .loss
        case .increase, .decrease, nil: self = .change
        }
    }
}
