import CivilTime
import Contracts
import Logging
import Notifications
import RPC
import Synchronization

/// Evaluates the reminders of one profile when one is due and when its rules change.
final class ProfileWatch: Sendable {
    private struct Flags {
        var needsReload = true
        /// True if announcements were not compared with the log since the weights changed.
        var mayAnnounce = true
        /// True once changes are followed: rules that were read earlier could miss a change.
        var hasBegun = false
    }

    /// The local state of the task.
    private struct Evaluated {
        var planner: NotificationPlanner
        var at: Int64
    }

    /// Changes of entries alone move no reminder: conditions are read when a reminder is due.
    private static let ignoredChanges: Set<String> = [
        "entry", "entries", "deletedEntry", "import", "sample", "sources", "refold", "damage",
    ]
    private static let retryDelay = Duration.seconds(1)
    private static let firstPause: Int64 = 1000
    private static let longestPause: Int64 = 30_000

    private let profile: String
    private let context: NotifierContext
    private let flags = Mutex(Flags())
    private let signal = WakeSignal()

    init(_ profile: String, _ context: NotifierContext) {
        self.profile = profile
        self.context = context
    }

    /// Runs until the task is cancelled or the profile does not exist any more.
    func run() async {
        await withTaskGroup { group in
            group.addTask { await self.follow() }
            group.addTask { await self.evaluateRepeatedly() }
            await group.next()
            group.cancelAll()
        }
        context.alarms.remove(alarmName)
    }

    /// True if nothing waits for an evaluation.
    var isIdle: Bool { flags.withLock(\.hasBegun) && signal.isIdle }

    private var alarmName: String { "profile/\(profile)" }

    /// Follows the change log.
    private func follow() async {
        while !Task.isCancelled {
            do {
                let newest = try await context.evaluations.run {
                    try await context.reader.newestChange(of: profile)
                }
                let subscription = EventSubscription(
                    context.reader.bus,
                    topics: [Changes.topic], profile: profile, after: newest)
                // Changes up to the newest one may have been missed.
                reload()
                try await subscription.follow { update in
                    switch update {
                    case .change(let change):
                        if !Self.ignoredChanges.contains(change.kind) { self.reload() }
                    case .interrupted: self.reload()
                    case .event: break
                    }
                }
            } catch {
                if Status(describing: error).code == .notFound { return }
                try? await Task.sleep(for: Self.retryDelay)
            }
        }
    }

    /// Evaluates again, without reading the rules.
    func evaluateAgain() {
        signal.send()
    }

    private func reload() {
        flags.withLock { $0 = Flags(hasBegun: true) }
        signal.send()
    }

    private func evaluateRepeatedly() async {
        var evaluated: Evaluated?
        var pause = Self.firstPause
        await signal.handle {
            var next: Int64?
            let changes = context.alarms.clockChanges
            do {
                next = try await context.evaluations.run { try await evaluate(&evaluated) }
                pause = Self.firstPause
            } catch {
                if Status(describing: error).code == .notFound { return false }
                // Storage or the tracker restarts. The position is unchanged, so nothing is lost.
                context.logger.debug("\(profile) is not evaluated: \(Status(describing: error))")
                flags.withLock { $0.needsReload = true }
                next = context.now() + pause
                pause = min(pause * 2, Self.longestPause)
            }
            context.alarms.set(alarmName, to: next, since: changes) { [signal] in signal.send() }
            return true
        }
    }

    /// Sends what is due. Returns the instant of the next evaluation; nil if nothing is planned.
    private func evaluate(_ evaluated: inout Evaluated?) async throws -> Int64? {
        let flags = self.flags.withLock { flags in
            defer { flags = Flags(needsReload: false, mayAnnounce: false, hasBegun: true) }
            return flags
        }
        do {
            return try await evaluate(&evaluated, flags)
        } catch {
            if flags.mayAnnounce { self.flags.withLock { $0.mayAnnounce = true } }
            throw error
        }
    }

    private func evaluate(_ evaluated: inout Evaluated?, _ flags: Flags) async throws -> Int64? {
        let previous = evaluated
        if flags.needsReload {
            let planner = try await context.reader.planner(of: profile)
            evaluated = Evaluated(planner: planner, at: evaluated?.at ?? context.now())
        }
        guard let planner = evaluated?.planner else { return nil }
        // One reading of the clock, since the clock can be set at any time.
        let now = context.now()
        let stored = context.log.position(of: profile)
        var known =
            stored?.effectiveTime(
                at: now, previous?.planner ?? planner, context.log.deliveries(of: profile))
            ?? planner.start(at: now)
        if flags.needsReload, stored != nil, let previous,
            previous.planner.pending(after: known, at: now).isEmpty
        {
            known = previous.planner.advanced(known, from: previous.at, to: now)
        }
        // Announcements of today were not evaluated while the clock showed another day.
        let mayAnnounce = flags.mayAnnounce || stored?.isAfter(now) ?? false
        let isQuiet = planner.isQuiet(at: now)
        var kinds = Set(planner.pending(after: known, at: now).map(\.kind))
        if mayAnnounce, !isQuiet { kinds.formUnion([.milestone, .goalShare]) }
        guard !kinds.isEmpty else {
            let next =
                isQuiet ? known : planner.advanced(known, from: evaluated?.at ?? now, to: now)
            try save(next, [], at: now)
            if isQuiet, mayAnnounce { self.flags.withLock { $0.mayAnnounce = true } }
            if !isQuiet { evaluated?.at = now }
            return planner.next(after: next, at: now, hasAnnouncement: mayAnnounce)
        }
        let day = planner.zones.civilDate(at: now)
        let change = try await context.reader.newestChange(of: profile)
        let state = try await context.reader.state(of: profile, on: day, for: kinds)
        let result = planner.evaluation(
            after: known, at: now, state, announced: context.log.announced(of: profile))
        try save(
            result.position,
            context.deliveries(
                of: result.due, NotificationTexts(planner.rules, state), profile, now), at: now,
            change)
        evaluated?.at = now
        return planner.next(after: result.position, at: now)
    }

    /// Appends the position with the deliveries and wakes their channels. `change` is the newest one before
    /// the facts were read.
    private func save(
        _ position: LocalTime, _ deliveries: [DeliveryRecord], at now: Int64, _ change: Int64? = nil
    ) throws {
        let stored = context.log.position(of: profile)
        guard !deliveries.isEmpty || stored?.time != position || stored?.isAfter(now) ?? true
        else { return }
        try context.log.append(
            DeliveryLogLine(
                profile: profile, position: position.description, evaluated: now,
                deliveries: deliveries), factsAfter: change)
        if !deliveries.isEmpty { context.wakeChannels(profile) }
    }
}

extension DeliveryLog {
    /// The keys of the announcements of a profile in the log.
    func announced(of profile: String) -> Set<String> {
        Set(
            deliveries(of: profile).flatMap(\.notification.reminders)
                .filter(\.kind.isAnnouncement).map(\.key))
    }
}
