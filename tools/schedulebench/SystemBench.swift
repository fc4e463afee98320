import CivilTime
import Contracts
import HostFiles
import RPC
import Tracker
import ZeroMQ
import ZeroMQTransport

/// The same profile in a running system, written in one fill and queried over the bus.
struct SystemBench {
    private let client: Client
    private let profile: String?

    init(home path: String, profile: String?) throws {
        let home = try Home.located(explicit: path, environment: [:])
        client = Client(BusConnection(endpoint: try .ipc(home.busSocket), loop: try Loop()))
        self.profile = profile
    }

    private func options(_ deadline: Deadline = .after(.seconds(120))) -> CallOptions {
        CallOptions(deadline: deadline, profile: profile)
    }

    /// Adds all activities and entries.
    func fill(with records: BenchRecords) async throws {
        let documents = try records.activities.map { activity in
            TrackerRecords.Change(
                kind: TrackerRecords.activityKind, id: activity.id.rawValue, expected: nil,
                body: try JSONBody.encode(activity).text)
        }
        let request = TrackerRecords.FillRequest(summary: "bench")
        let entries = records.entries
        _ = try await client.upload(TrackerRecords.fill, request, options()) { writer in
            try await writer.send(Packet(documents: documents))
            for start in stride(from: 0, to: entries.count, by: TrackerRecords.pageLimit) {
                let page = entries[start..<min(start + TrackerRecords.pageLimit, entries.count)]
                let numbered = page.map { TrackerRecords.NumberedEntry(number: 0, entry: $0) }
                try await writer.send(Packet<FillPage>(entries: numbered))
            }
        }
    }

    /// Requests the agenda of a day; the first call loads the profile.
    func today(_ records: BenchRecords) async throws {
        _ = try await client.call(Journal.today, Journal.DayRequest(on: records.last), options())
    }

    /// Logs 1 for a cumulative activity.
    func log(_ records: BenchRecords) async throws {
        let log = Journal.LogRequest(
            activity: records.activities[0].name, value: .number(1), on: records.last)
        _ = try await client.call(Journal.log, log, options())
    }
}
