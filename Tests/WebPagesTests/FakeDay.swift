import CivilTime
import Contracts
import RPC
import Synchronization
import Tracker

@testable import WebPages

/// A day of activities that forms complete, move and clear.
final class FakeDay: Service {
    /// 2026-11-22, a Sunday.
    static let today = CivilDate(days: 20_779)

    private let now: String
    private let open: Mutex<[Journal.Item]>
    private let completed = Mutex<[Journal.Item]>([])
    private let receivedOrders = Received<Activities.ReorderRequest>()
    private let receivedLogs = Received<Journal.LogRequest>()
    private let streak: Int
    private let dayParts: String?
    let routes = DayRoutes.routes

    init(
        _ open: [Journal.Item], now: String = "14:20", streak: Int = 3, dayParts: String? = nil
    ) {
        self.open = Mutex(open)
        self.now = now
        self.streak = streak
        self.dayParts = dayParts
    }

    var orders: [Activities.ReorderRequest] { receivedOrders.values }
    var logs: [Journal.LogRequest] { receivedLogs.values }

    static func item(
        _ name: String, _ slot: Slot = .morning, step: Double? = nil,
        type: ActivityType = .checkbox,
        measures: Measurement.Name? = nil
    ) -> Journal.Item {
        Journal.Item(
            id: Activity.ID(name.lowercased()), name: name, type: type, state: "open", slot: slot,
            value: nil, target: type == .cumulative ? 2500 : nil,
            unit: type == .cumulative ? "ml" : nil, measures: measures, step: step, dueFrom: nil,
            skipReason: nil,
            icon: "star.fill", color: "#00AAFF", children: [])
    }

    func reply(
        _ method: WebRoute.Method, _ path: String, query: [String: String] = [:],
        form: [String: String] = [:]
    ) async throws -> WebReply? {
        let route = routes.first { $0.method == method && $0.path == path }
        return try await route?.handle(
            WebRequest(
                parameters: path.contains(":date") ? ["date": "\(Self.today)"] : [:], query: query,
                form: form, visitor: FakeBus.visitor, client: Client(inProcess: self)))
    }

    /// Undoes the completion of all items.
    func reopen() {
        let items = completed.withLock { items in
            defer { items = [] }
            return items
        }
        open.withLock { $0 += items }
    }

    private var agenda: Journal.TodayResponse {
        let open = open.withLock { $0 }
        return Journal.TodayResponse(
            date: Self.today, progress: 0, allSkipped: false, vacation: false,
            slots: Slot.allCases.compactMap { slot in
                let items = open.filter { $0.slot == slot }
                return items.isEmpty ? nil : Journal.Section(slot: slot, items: items)
            }, reminders: [], completed: completed.withLock { $0 }, skipped: [])
    }

    func register(on router: inout Router) {
        router.handle(Journal.today) { [self] _, _ in agenda }
        router.handle(Journal.day) { [self] _, _ in
            let agenda = agenda
            return Journal.DayResponse(
                agenda: agenda, today: Self.today, now: now,
                times: agenda.completed.map {
                    Journal.EntryTime(id: $0.id, slot: $0.slot, time: "08:10")
                },
                week: (-6...0).map {
                    Statistics.HeatDay(
                        date: Self.today.advanced(by: $0), rate: 0.5,
                        level: $0 == -3 ? "vacation" : "partial")
                },
                atRisk: [Statistics.Streak(id: "run", name: "Run", current: 29, longest: 29)],
                todayEndsAt: "2026-11-23T00:00:00Z", dayParts: dayParts)
        }
        router.handle(Journal.log) { [self] request, _ in
            receivedLogs.add(request)
            let item = open.withLock { items in
                items.firstIndex { $0.id.rawValue == request.activity }.map { items.remove(at: $0) }
            }
            guard let item else { throw Status(.notFound, "There is no such activity.") }
            completed.withLock { $0.append(item) }
            return Journal.LogResponse(
                entry: FakeActivities.entry(),
                day: Journal.DayTotal(
                    date: Self.today, total: nil, target: nil, unit: nil, complete: true),
                streak: Journal.Streak(current: streak, longest: streak))
        }
        router.handle(Activities.reorder) { [self] request, _ in
            receivedOrders.add(request)
            return Activities.ListResponse(activities: [])
        }
        router.handle(TrackerRecords.nextStep) { _, _ in
            throw Status(.failedPrecondition, "There is nothing to undo.")
        }
    }
}
