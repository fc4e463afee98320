import Contracts
import Synchronization

/// Lines on standard error about what an import waits for: one at first, then one a minute. A terminal
/// shows them in the place of the progress bar.
final class WaitingNotices: Sendable {
    private let output: Output
    private let shown = Mutex<(id: Int64, minute: Int)?>(nil)

    init(_ output: Output) {
        self.output = output
    }

    func show(_ progress: Imports.Progress) {
        guard !output.shouldShowProgress, let other = progress.waitsFor else { return }
        let minute = Int(min(max(0, other.silentSeconds), 1e9)) / 60
        let isNew = shown.withLock { shown in
            defer { shown = (other.id, minute) }
            return shown.map { $0 != (other.id, minute) } ?? true
        }
        if isNew { output.printNotice(ImportText.waiting(for: other)) }
    }
}
