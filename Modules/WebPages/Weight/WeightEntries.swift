import CivilTime
import Contracts
import Milestones
import RPC

/// A page of weight entries, newest first.
struct WeightEntries {
    let rows: [Weights.Row]
    /// The unit of averages and rates.
    let unit: WeightUnit
    /// The day before which the next page begins; nil: the last page.
    let next: CivilDate?
    let selection: WeightSelection
    /// True if no newer page exists.
    let isNewest: Bool

    private static let pageLength = 30

    /// Reads the entries before a day; nil: the newest entries.
    static func load(before day: CivilDate?, _ request: WebRequest) async throws -> WeightEntries {
        let selection = WeightSelection(request.query)
        let list = try await request.call(
            Weights.list, selection.request(before: day, limit: pageLength + 1))
        return WeightEntries(list, before: day, selection)
    }

    /// Splits a list with one entry more than a page. A page does not end within a day, unless the
    /// day has more entries than a page.
    init(
        _ list: Weights.ListResponse, before day: CivilDate?,
        _ selection: WeightSelection = WeightSelection()
    ) {
        self.selection = selection
        unit = list.unit
        isNewest = day == nil
        guard list.weights.count > Self.pageLength, let extra = list.weights.last else {
            rows = list.weights
            next = nil
            return
        }
        let page = Array(list.weights.prefix(Self.pageLength))
        let whole = page.filter { $0.date > extra.date }
        rows = whole.isEmpty ? page : whole
        next = whole.isEmpty ? extra.date : extra.date.advanced(by: 1)
    }
}
