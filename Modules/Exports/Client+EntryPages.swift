import CivilTime
import Contracts
import RPC

extension Client {
    /// Entries in one response.
    private static let entryPage = 5000

    /// Calls `body` with the entries of an activity, newest day first. A page ends between days.
    func forEachEntryPage(
        of activity: Activities.Item, from: CivilDate? = nil, to: CivilDate? = nil,
        _ options: CallOptions, _ body: ([LoggedEntry]) async throws -> Void
    ) async throws {
        var last = to
        while true {
            var request = Entries.ListRequest(
                activity: "\(activity.id)", from: from, to: last, limit: Self.entryPage)
            var page = try await call(Entries.list, request, options).entries
            guard page.count == Self.entryPage, let oldest = page.last?.date else {
                return try await body(page)
            }
            page.removeAll { $0.date == oldest }
            if page.isEmpty {
                (request.from, request.to, request.limit) = (oldest, oldest, nil)
                page = try await call(Entries.list, request, options).entries
                last = CivilDate(clampingDays: Int64(oldest.days) - 1)
            } else {
                last = oldest
            }
            try await body(page)
        }
    }
}
