package import Contracts

/// Publishes the effects of commits: days to fold, folded days for the caches of callers, and events.
package final class CommitPublisher: Sendable {
    package let foldQueue = FoldQueue()
    package let recentFolds = RecentFolds()
    /// Milliseconds since 1970.
    package let now: @Sendable () -> Int64
    private let onChange: @Sendable ([Changes.Change]) -> Void

    /// - Parameters:
    ///   - now: The current time, in milliseconds since 1970.
    ///   - onChange: Called with committed changes, in the order of their numbers. Must not block.
    package init(
        now: @escaping @Sendable () -> Int64,
        onChange: @escaping @Sendable ([Changes.Change]) -> Void
    ) {
        self.now = now
        self.onChange = onChange
    }

    /// Records a commit and its changes in the log. To be called in the order of the commits and before
    /// ``finish(_:)``. Does not block.
    package func record(_ effects: CommitEffects, _ changes: [Changes.Change]) {
        foldQueue.recordMarked(effects.dirty)
        if !changes.isEmpty { onChange(changes) }
    }

    /// Applies a recorded commit to the queue of fold tasks.
    package func finish(_ effects: CommitEffects) async {
        if let folded = effects.folded {
            recentFolds.record(folded.days, after: folded.before)
        }
        await foldQueue.applyPendingEvents()
        if let removed = effects.removedProfile { await foldQueue.remove(profile: removed) }
    }
}
