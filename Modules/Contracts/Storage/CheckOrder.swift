package import CivilTime
package import RPC

/// Rejects a range of days whose end is before its start; nil is an open end.
/// - Throws: INVALID_ARGUMENT.
package func checkOrder(from: CivilDate?, to: CivilDate?) throws(Status) {
    guard let from, let to, to < from else { return }
    throw Status(
        .invalidArgument, "The range ends (\(to)) before it begins (\(from)).",
        hint: "The earlier day comes first: --from \(to) --to \(from)")
}
