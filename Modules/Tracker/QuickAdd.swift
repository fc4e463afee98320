/// The amount that a quick add to a cumulative activity adds.
///
/// The most frequent of the last 20 of `amounts`, which are oldest first; among equally frequent
/// amounts the most recent. Without amounts, an eighth of the target, rounded and at least 1.
package func quickAddStep(after amounts: [Double], target: Double?) -> Double {
    let recent = amounts.suffix(20)
    let counts = Dictionary(grouping: recent, by: { $0 }).mapValues(\.count)
    if let most = counts.values.max(),
        let amount = recent.reversed().first(where: { counts[$0] == most })
    {
        return amount
    }
    guard let target, target > 0 else { return 1 }
    return max(1, (target / 8).rounded())
}
