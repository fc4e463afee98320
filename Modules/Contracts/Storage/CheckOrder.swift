package import CivilTime
package import RPC

/// Refuses a question about days that end before they begin; an end that is not given is no end.
/// - Throws: INVALID_ARGUMENT.
package func checkOrder(from: CivilDate?, to: CivilDate?) throws(Status) {
    guard let from, let to, to < from else { return }
    throw Status(
        .invalidArgument, "The range ends (\(to)) before it begins (\(from)).",
        hint: "The earlier day comes first: --from \(to) --to \(from)")
}
