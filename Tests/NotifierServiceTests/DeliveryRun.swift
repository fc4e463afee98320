import CivilTime
import Contracts
import RPC
import Randomness
import Tracker

/// One seeded run of two days: reminders, completions, answers, kills, clock jumps and broken channels.
struct DeliveryRun {
    private static let names = ["Alpha", "Bravo", "Charlie"]
    private static let channelNames = ["one", "two", "three"]
    private static let minute: Int64 = 60_000
    private static let stepsPerDay = 20
    /// No reminder of the run is later.
    private static let lastReminder = 21 * 60
    private static let settleMinute = 21 * 60 + 30

    private var random: SplitMix64
    let notifier: SimulatedNotifier
    /// The reminder times of activities in minutes, by name.
    private(set) var times: [String: [Int]] = [:]
    /// The names of activities by identifier.
    private(set) var identifiers: [String: String] = [:]
    private(set) var completed: [CivilDate: Set<String>] = [:]
    /// The minute of the run from which its reminders count.
    private(set) var firstMinute = 0
    var checkedArrivals = 0
    var problems: [String] = []
    private(set) var kills = 0

    /// True to print the steps, and to leave the logs.
    private let isPrinted: Bool

    init(seed: UInt64, isPrinted: Bool = false) throws {
        self.isPrinted = isPrinted
        random = SplitMix64(seed: seed)
        notifier = try SimulatedNotifier()
    }

    /// Runs the days. `problems` has the violations.
    mutating func run() async throws {
        defer { if !isPrinted { notifier.remove() } }
        try await prepare()
        for day in 0..<2 {
            for _ in 0..<Self.stepsPerDay where minuteOfRun < end(of: day) {
                try await step(until: end(of: day))
            }
            try await settleDay(day)
        }
    }

    private func trace(_ text: String) {
        if isPrinted { print("minute \(minuteOfRun) of \(notifier.folder): \(text)") }
    }

    private func end(of day: Int) -> Int { day * 1440 + Self.settleMinute }
    private var minuteOfRun: Int { Int((notifier.now - SimulatedNotifier.start) / Self.minute) }
    private var today: CivilDate {
        CivilDate(days: Int32(notifier.now / SimulatedNotifier.dayMilliseconds))
    }

    private mutating func prepare() async throws {
        firstMinute = random.below(10 * 60)
        try await notifier.set(SimulatedNotifier.start + Int64(firstMinute) * Self.minute)
        for name in Self.channelNames.prefix(1 + random.below(3)) {
            _ = try await notifier.client.call(
                Notifications.add,
                Notifications.AddRequest(
                    name: name, kind: .webhook, url: "http://127.0.0.1:1/\(name)",
                    without: random.happens(oneIn: 3) ? ["partOfDay"] : []))
        }
        for name in Self.names {
            let added = try await notifier.bus.call(
                Activities.add, Activities.AddRequest(name: name))
            identifiers[added.id.rawValue] = name
            var minutes: Set<Int> = []
            for _ in 0...random.below(4) {
                minutes.insert(random.below(Self.lastReminder / 30) * 30)
            }
            times[name] = minutes.sorted()
            _ = try await notifier.client.call(
                Notifications.setActivityTimes,
                Notifications.SetTimesRequest(
                    activity: name,
                    times: minutes.sorted().map { DayPartReminderSetting.text(minute: $0) }))
        }
        // Rules are read at the start, since no broker reports the change.
        notifier.channels.killNow()
        try await restart()
    }

    private mutating func step(until limit: Int) async throws {
        let kind = random.below(13)
        trace("step \(kind)")
        switch kind {
        case 0...3: try await advance(to: min(limit, minuteOfRun + 1 + random.below(120)))
        case 4: notifier.channels.kill(after: 1 + random.below(60))
        case 5:
            notifier.channels.set(
                random.pick(SimulatedChannels.Mode.allCases), for: random.pick(Self.channelNames))
        case 6:
            try await settleAlive()
            checkArrivals()
            let name = random.pick(Self.names)
            _ = try await notifier.bus.call(
                Journal.log, Journal.LogRequest(activity: name, on: today))
            completed[today, default: []].insert(name)
        case 7: try await answer()
        case 8:
            // The clock is set back.
            let back = 1 + random.below(180)
            try await set(max(firstMinute, minuteOfRun - back))
        case 9: try await set(min(limit, minuteOfRun + 1 + random.below(240)))
        case 10, 11: try await setClockDuringWork(until: limit)
        default:
            // The clock is wrong for a moment.
            let right = minuteOfRun
            try await set(right + 1440 * (1 + random.below(2)) - random.below(600))
            if random.happens(oneIn: 2) { try await advance(to: minuteOfRun + random.below(90)) }
            try await set(right + random.below(3))
        }
        checkArrivals()
    }

    /// The clock is set to another time and back while the notifier reads the clock and sends.
    private mutating func setClockDuringWork(until limit: Int) async throws {
        let right = minuteOfRun
        let wrong =
            random.happens(oneIn: 3)
            ? max(firstMinute, right - 1 - random.below(180))
            : right + 1440 * (1 + random.below(2)) - random.below(600)
        var steps = 1 + random.below(12)
        trace("wrong \(wrong)")
        for minute in [wrong, right] {
            notifier.setClock(
                after: steps, to: SimulatedNotifier.start + Int64(minute) * Self.minute)
            steps += 1 + random.below(12)
        }
        let end = min(limit, right + random.below(120))
        try await advance(to: end)
        notifier.channels.removeClockChanges()
        try await set(max(right, end))
    }

    /// A person answers one of the notifications that arrived.
    private mutating func answer() async throws {
        try await settleAlive()
        checkArrivals()
        let arrivals = notifier.channels.arrivals.filter { $0.actions.contains("done") }
        guard !arrivals.isEmpty else { return }
        let arrival = random.pick(arrivals)
        let action: Notifications.Action = random.happens(oneIn: 2) ? .later : .done
        let request = Notifications.ActRequest(
            token: arrival.token, action: action, minutes: 1 + random.below(60))
        do {
            let response = try await notifier.client.call(Notifications.act, request)
            if action == .done, !response.isRepeated, let day = CivilDate(arrival.day),
                let name = identifiers[arrival.activities.first ?? ""]
            {
                completed[day, default: []].insert(name)
            }
        } catch {
            // A delivery that was replaced, or a day in the future.
            let code = Status(describing: error).code
            guard code == .notFound || code == .invalidArgument || code == .failedPrecondition
            else { throw error }
        }
        try await notifier.settle()
    }

    /// Passes the instants of the alarms one after another.
    private mutating func advance(to minute: Int) async throws {
        let end = SimulatedNotifier.start + Int64(minute) * Self.minute
        while !notifier.isDead, let next = notifier.nextAlarm, next < end {
            try await notifier.set(max(next, notifier.now))
        }
        try await notifier.set(max(end, notifier.now))
        if notifier.isDead { try await restart() }
    }

    private mutating func set(_ minute: Int) async throws {
        try await notifier.set(SimulatedNotifier.start + Int64(minute) * Self.minute)
        if notifier.isDead { try await restart() }
    }

    /// Waits until nothing is sent, by a notifier that runs and is not about to be killed.
    private mutating func settleAlive() async throws {
        notifier.channels.kill(after: nil)
        try await notifier.settle()
        if notifier.isDead { try await restart() }
    }

    /// Starts the notifier again, often after some time.
    private mutating func restart() async throws {
        kills += 1
        if kills > 1, random.happens(oneIn: 2) {
            try await notifier.set(notifier.now + Int64(random.below(60)) * Self.minute)
        }
        try await notifier.restart(isTorn: random.happens(oneIn: 4))
    }

    /// All channels accept until everything of the day has to be there.
    private mutating func settleDay(_ day: Int) async throws {
        try await settleAlive()
        for name in Self.channelNames { notifier.channels.set(.accepting, for: name) }
        // The longest pause after failed attempts, and the longest "Later".
        for minutes in [15, 30, 60, 75, 80, 90, 100, 120] {
            try await advance(to: max(minuteOfRun, day * 1440 + Self.settleMinute + minutes))
        }
        checkArrivals()
        checkDay(day)
    }
}
