package import RPC

/// The limits of a page: it ends with the row that reaches one of them.
package struct PageLimit: Hashable, Sendable {
    package var rows: Int
    /// Bytes of the texts of the rows.
    package var bytes: Int

    /// At most `rows`, and the bytes of a page for the caller of a call.
    package init(rows: Int, _ context: CallContext) {
        self.rows = rows
        bytes = context.pageBytes
    }
}
