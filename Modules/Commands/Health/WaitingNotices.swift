import Contracts
import Presentation
import Synchronization

/// Notices on standard error about the import that another waits for: one at first, then one a
/// minute. Terminals show the progress bar instead.
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
