import CivilTime
import Notifications
import Randomness
import Tracker

/// The rules, zones and activities of a person at one instant, with random changes.
struct RandomPerson {
    var now: Int64
    var rules = NotificationRules()
    private(set) var zones: ZoneHistory
    private var zoneChanges: [(from: CivilDate?, zone: Zone)]
    private var openNames: Set<String> = []
    private var pausedNames: Set<String> = []
    private var vacation: Set<CivilDate> = []
    private var changedDay: CivilDate?

    private static let names = ["Read", "Run", "Floss", "Water"]

    init(_ random: inout SplitMix64, _ zones: [Zone]) {
        // Ten days before the clocks of Berlin or New York change.
        let start = random.pick([1_710_000_000, 1_729_000_000, 1_709_000_000, 1_730_000_000])
        now = Int64(start) * 1000 / 60_000 * 60_000
        zoneChanges = [(nil, random.pick(zones))]
        self.zones = ZoneHistory(zoneChanges)
        for _ in 0..<8 { change(&random, zones) }
    }

    var state: DayState {
        let day = zones.civilDate(at: now)
        let open = Self.names.filter { isOpen($0, on: day) }
        return DayState(
            day: day, isVacation: vacation.contains(day),
            parts: open.isEmpty
                ? [:]
                : Dictionary(
                    uniqueKeysWithValues: DayPartReminder.allCases.map {
                        ($0, ReminderText(title: "\(open.count) open"))
                    }),
            open: open.map {
                OpenActivity(
                    id: Activity.ID($0), name: $0, category: $0 == "Run" ? "sports" : nil)
            },
            streaks: ["Read": 12, "Floss": 2])
    }

    /// An activity is open on each day until it is done on that day.
    private func isOpen(_ name: String, on day: CivilDate) -> Bool {
        !pausedNames.contains(name) && !(openNames.contains(name) && changedDay == day)
    }

    /// Changes one setting, zone, vacation, pause or entry.
    mutating func change(_ random: inout SplitMix64, _ zones: [Zone]) {
        let today = self.zones.civilDate(at: now)
        switch random.below(10) {
        case 0:
            let part = random.pick(DayPartReminder.allCases)
            rules.parts[part] =
                random.happens(oneIn: 4)
                ? DayPartReminderSetting("off")
                : DayPartReminderSetting(
                    minute: Self.minute(&random), everyHours: random.happens(oneIn: 3) ? 2 : nil)
        case 1, 2:
            let id = Activity.ID(random.pick(Self.names))
            let isForLogging = random.happens(oneIn: 3)
            rules.activities.removeAll { $0.id == id && $0.isForLogging == isForLogging }
            let minutes = (0..<random.below(4)).map { _ in Self.minute(&random) }
            let weekdays = Set((0..<random.below(3)).map { _ in 1 + random.below(7) })
            rules.activities.append(
                ActivityReminder(
                    id: id, times: WeekdayTimes(ReminderTimes(existing: minutes), on: weekdays),
                    isForLogging: isForLogging))
        case 3:
            let start = today.advanced(by: random.below(5) - 2)
            let plan = ReminderPlan(
                frequency: random.pick(ReminderPlan.Frequency.allCases),
                times: ReminderTimes(existing: [Self.minute(&random)]),
                weekdays: [1 + random.below(7), 1 + random.below(7)],
                start: random.happens(oneIn: 2) ? start : nil,
                end: random.happens(oneIn: 3) ? start.advanced(by: random.below(5)) : nil,
                everyDays: random.happens(oneIn: 2) ? 2 + random.below(3) : nil)
            rules.categories = [CategoryReminder(id: "sports", name: "Sports", plan: plan)]
        case 4 where random.happens(oneIn: 3):
            rules.usualWeighingMinute = random.happens(oneIn: 3) ? nil : Self.minute(&random)
        case 4: rules.streakMinute = random.happens(oneIn: 3) ? nil : Self.minute(&random)
        case 5:
            rules.quietHours =
                random.happens(oneIn: 3)
                ? nil : QuietHours(start: Self.minute(&random), end: Self.minute(&random))
        case 6:
            // A journey: today, or planned for one of the next days.
            zoneChanges.append((today.advanced(by: random.below(3)), random.pick(zones)))
            self.zones = ZoneHistory(zoneChanges)
        case 7: vacation.formSymmetricDifference([today.advanced(by: random.below(3))])
        case 8: pausedNames.formSymmetricDifference([random.pick(Self.names)])
        default:
            if changedDay != today { openNames = [] }
            changedDay = today
            openNames.formSymmetricDifference([random.pick(Self.names)])
        }
        let kind = random.pick(NotificationKind.allCases)
        if random.happens(oneIn: 12) { rules.silenced.formSymmetricDifference([kind]) }
    }

    /// Often at the hours at which clocks change.
    private static func minute(_ random: inout SplitMix64) -> Int {
        random.happens(oneIn: 3) ? 60 + random.below(180) : random.below(1440)
    }
}
