/// The one export of tables that a profile may have at a time. The last reference ends the export.
final class TableExportSlot: Sendable {
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit { onEnd() }
}
