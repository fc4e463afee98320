import Texts

/// Muscles that an exercise trains, as a person writes them, with the share of a set that counts for each:
/// `Chest, Triceps:0.5`.
package struct MuscleShares: Hashable, Sendable {
    package struct Share: Hashable, Sendable {
        package let muscle: String
        /// The written share, which is not checked; 1 if the text has none.
        package let share: Double
    }

    /// The muscles in the order of the text; at least one.
    package let shares: [Share]

    /// Nil for a text without muscles, and for a share that is not a number.
    package init?(_ text: String) {
        var shares: [Share] = []
        for word in text.split(separator: ",") {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
                .map { String($0).trimmed }
            guard parts.count <= 2, let muscle = parts.first, !muscle.isEmpty else { return nil }
            guard parts.count == 2 else {
                shares.append(Share(muscle: muscle, share: 1))
                continue
            }
            guard let share = try? DecimalNumber(parts[1]) else { return nil }
            shares.append(Share(muscle: muscle, share: share.value))
        }
        guard !shares.isEmpty else { return nil }
        self.shares = shares
    }
}
