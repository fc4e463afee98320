import CivilTime
import Contracts
import RPC
import Randomness
import Tracker

/// The writes and queries of one phase of a run.
struct SimulatedClients {
    /// A write whose acknowledgement was lost.
    struct Retry: Sendable {
        var request: TrackerRecords.ApplyRequest
        var key: String
        var values: [String: Double?]
    }

    let home: SimulatedHome
    let expected: Expectation
    /// True if a call may fail.
    let canFail: Bool
    /// A number that no other phase has.
    let phase: Int

    /// Performs some operations, one after another. The first lane imports.
    /// - Returns: The writes to repeat.
    func run(lane: Int, count: Int, _ random: inout SplitMix64) async -> [Retry] {
        var retries: [Retry] = []
        for number in 0..<count where !home.disk.isStopped {
            let name = "\(phase)-\(lane)-\(number)"
            let value = Double(phase * 10_000 + lane * 1000 + number)
            switch random.below(lane == 0 ? 10 : 8) {
            case 0...3: await write([name: value], name, &retries, &random)
            case 4: await rewrite(value, name, lane, &retries, &random)
            case 5:
                let (first, second) = (name + "a", name + "b")
                expected.recordPair(first, second)
                await write([first: value, second: value], name, &retries, &random)
            case 6: await readEntry(&random)
            case 7: await readDays()
            default: await runImport(number, &random)
            }
            passTime(&random)
        }
        return retries
    }

    /// Repeats writes with their keys: each is stored once.
    func repeated(_ retries: [Retry]) async {
        for retry in retries { _ = await apply(retry) }
    }

    private func passTime(_ random: inout SplitMix64) {
        home.clock.advance(by: Int64(random.below(1500)))
        if random.happens(oneIn: 20) {
            let minutes = random.below(2 * 1440) + 1
            home.clock.jump(by: Int64(random.happens(oneIn: 2) ? minutes : -minutes) * 60_000)
        }
    }

    // MARK: Entries

    private func write(
        _ values: [String: Double?], _ summary: String, _ retries: inout [Retry],
        _ random: inout SplitMix64
    ) async {
        let changes = values.sorted { $0.key < $1.key }.map { id, value in
            TrackerRecords.Change(
                kind: TrackerRecords.entryKind, id: id, body: value.map { Self.body(id, $0) })
        }
        let retry = Retry(
            request: TrackerRecords.ApplyRequest(summary: summary, changes: changes),
            key: "key \(summary)", values: values)
        guard await !apply(retry), random.happens(oneIn: 2) else { return }
        retries.append(retry)
    }

    /// Changes or removes an entry of this lane.
    private func rewrite(
        _ value: Double, _ name: String, _ lane: Int, _ retries: inout [Retry],
        _ random: inout SplitMix64
    ) async {
        let own = expected.certainEntries.filter { $0.split(separator: "-")[1] == "\(lane)" }
        guard !own.isEmpty else { return }
        let isRemoved = random.happens(oneIn: 3)
        await write([random.pick(own): isRemoved ? nil : value], name, &retries, &random)
    }

    static func body(_ id: String, _ value: Double) -> String {
        let entry = Entry(
            id: Entry.ID(id), activity: "water", day: CivilDate(days: 20_458),
            outcome: .completed(value: value))
        // An entry of plain numbers and texts can always be encoded.
        return (try? JSONBody.encode(entry).text) ?? ""
    }

    /// Applies a write. True if it was acknowledged.
    private func apply(_ retry: Retry) async -> Bool {
        expected.begin(retry.values)
        do {
            _ = try await home.storage.call(
                TrackerRecords.apply, retry.request, CallOptions(idempotencyKey: retry.key))
            expected.record(retry.values, isAcknowledged: true)
            return true
        } catch {
            note(error, "a write")
            expected.record(retry.values, isAcknowledged: false)
            return false
        }
    }

    private func readEntry(_ random: inout SplitMix64) async {
        let known = expected.certainEntries
        guard !known.isEmpty else { return }
        let id = random.pick(known)
        let before = expected.values(of: id)
        do {
            let found = try await home.storage.call(
                TrackerRecords.entry, TrackerRecords.EntryRequest(id: Entry.ID(id)))
            check(id, found.entry.number, before)
        } catch let status as Status where status.code == .notFound {
            check(id, nil, before)
        } catch {
            note(error, "a read of an entry")
        }
    }

    /// Reports a value that the entry had neither before nor during the read.
    private func check(
        _ id: String, _ value: Double?, _ before: (possible: [Double?], begun: Int)
    ) {
        guard !before.possible.contains(value),
            !expected.values(of: id, begunAfter: before.begun).contains(value)
        else { return }
        expected.report(
            "the entry \(id) was read with the value \(value.map { "\($0)" } ?? "none")")
    }

    // MARK: Samples

    private func runImport(_ number: Int, _ random: inout SplitMix64) async {
        let file = SampleFile.random(&random, days: 20_440...20_470)
        do {
            let path = try home.write(file, number: phase * 1000 + number)
            let report = try await home.ingestion.stream(
                Imports.run, Imports.RunRequest(path: path)
            ) { _ in }
            expected.record(file, report)
        } catch {
            if !file.isBroken { note(error, "an import") }
            expected.record(file, nil)
        }
    }

    private func readDays() async {
        for metric in SimulatedSample.Metric.allCases {
            do {
                _ = try await home.storage.call(
                    Days.read, Days.ReadRequest(metric: metric.rawValue))
            } catch {
                note(error, "a query of days")
            }
        }
    }

    /// Reports a failure without a fault.
    private func note(_ error: any Error, _ operation: String) {
        guard !canFail, !home.disk.isStopped else { return }
        expected.report("\(operation) failed without a fault: \(Status(describing: error))")
    }
}

extension Entry {
    /// The number of a completed entry; nil for others.
    var number: Double? {
        if case .completed(let value) = outcome { value } else { nil }
    }
}
