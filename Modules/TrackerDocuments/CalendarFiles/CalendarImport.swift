package import CivilTime
import Texts
package import Tracker

/// The activities that the events and tasks of a calendar file become.
///
/// A single event is a reminder on its day. A recurring event is an activity if a schedule expresses
/// its rule, else a reminder on each of its days in the coming year. A task is a reminder.
package struct CalendarImport: Sendable {
    /// An event or a task with its records, whose identifiers are derived from its UID.
    package struct Item: Sendable {
        /// The name of the component, `VEVENT` or `VTODO`.
        package var type: String
        /// Empty for an item that needs no record, such as a cancelled event.
        package var activities: [Activity] = []
        package var entries: [Entry] = []
        /// True for an item that cannot be read and has a problem.
        package var isDamaged = false
    }

    package private(set) var items: [Item] = []
    /// The number of components of other kinds by name.
    package private(set) var others: [String: Int] = [:]
    package internal(set) var problems: [CalendarFile.Problem]

    /// The days from today on in which the days of rules are listed that no schedule expresses.
    package static let listedDays = 365
    /// The limit of activities and skips of one file.
    static let recordLimit = 200_000
    /// The limit of days on which rules of one file are examined.
    private static let examinedLimit = 50_000_000

    let today: CivilDate
    let categories: [String: Category.ID]
    var clocks: CalendarClocks
    var recordCount = 0
    private var examinedDays = 0

    /// - Parameters:
    ///   - file: The calendar.
    ///   - zone: The zone of the profile, in which times have their days.
    ///   - today: The first day on which days of rules are listed.
    ///   - categories: The categories of the profile, by their names in lower case.
    ///   - zones: The zone of a name; nil if the system has none.
    package init(
        _ file: CalendarFile, zone: Zone, today: CivilDate, categories: [String: Category.ID],
        zones: @escaping @Sendable (String) -> Zone?
    ) {
        self.today = today
        self.categories = categories
        problems = file.problems
        clocks = CalendarClocks(file.components, zone: zone, known: zones)
        var series: [String: [CalendarItem]] = [:]
        var order: [String] = []
        for component in file.components {
            guard CalendarItem.names.contains(component.name) else {
                if component.name != "VTIMEZONE" { others[component.name, default: 0] += 1 }
                continue
            }
            do throws(CalendarItem.Damage) {
                let item = try CalendarItem(component)
                if series[item.uid] == nil { order.append(item.uid) }
                series[item.uid, default: []].append(item)
            } catch {
                items.append(Item(type: component.name, isDamaged: true))
                report(component.name, error.reason, component.line, component.offset)
            }
        }
        for uid in order { add(series[uid] ?? []) }
        for name in clocks.unknown.sorted() {
            problems.append(
                CalendarFile.Problem(
                    reason:
                        "the zone \"\(RecordName.cleaned(name) ?? "")\" is unknown; its times are "
                        + "read as local times", line: 0, offset: 0))
        }
    }

    private mutating func report(
        _ name: String, _ reason: String, _ line: Int64, _ offset: Int64
    ) {
        problems.append(
            CalendarFile.Problem(reason: "\(name): \(reason); left out", line: line, offset: offset)
        )
    }

    /// Adds the items of one UID: a series or single item, and the occurrences that replace its own.
    private mutating func add(_ items: [CalendarItem]) {
        let replacements = items.filter { $0.replaced != nil }
        // A later version of the same item comes after the earlier one.
        let masters = items.filter { $0.replaced == nil }
        for master in masters.dropLast() { self.items.append(Item(type: master.type)) }
        if let master = masters.last { add(master, replacements) }
        for item in replacements {
            guard let replaced = item.replaced else { continue }
            let day = clocks.local(replaced).date
            let isMoved = item.start.map { clocks.local($0).date } != day
            let isRenamed = masters.last.map { $0.name != item.name } ?? true
            var result = Item(type: item.type)
            if isMoved || isRenamed, !item.isCancelled {
                addReminder(of: item, on: item.start, key: " \(day)", to: &result)
            }
            self.items.append(result)
        }
    }

    private mutating func add(_ item: CalendarItem, _ replacements: [CalendarItem]) {
        var result = Item(type: item.type)
        defer { items.append(result) }
        guard !item.isCancelled else { return }
        guard let text = item.rule, let start = item.start else {
            addReminder(of: item, on: item.start, key: "", to: &result)
            return addListed(item.additions, of: item, to: &result)
        }
        var skipped = item.exceptions
        for replacement in replacements {
            guard let day = replacement.replaced, let new = replacement.start else { continue }
            let isSame = clocks.local(day).date == clocks.local(new).date
            if replacement.isCancelled || !isSame || replacement.name != item.name {
                skipped.append(day)
            }
        }
        do throws(RecurrenceError) {
            let rule = try RecurrenceRule(text)
            add(item, rule, start, excluding: Set(skipped.map { clocks.local($0).date }), &result)
            addListed(item.additions, of: item, to: &result)
            if result.activities.isEmpty, !result.isDamaged { reportEmpty(item) }
        } catch {
            switch error {
            case .malformed(let part), .unsupported(let part):
                result.isDamaged = true
                report(
                    item.type,
                    "its rule has \"\(RecordName.cleaned(part) ?? "")\", which is not supported",
                    item.line, item.offset)
            }
        }
    }

    /// Reports a recurring item that no schedule expresses and that has no day in the coming year, such as
    /// one on 29 February.
    private mutating func reportEmpty(_ item: CalendarItem) {
        let end = today.advanced(by: Self.listedDays)
        report(
            item.type,
            "no schedule has the days of its rule, and none of them is from \(today) to \(end)",
            item.line, item.offset)
    }

    private mutating func add(
        _ item: CalendarItem, _ rule: RecurrenceRule, _ start: CalendarTime,
        excluding skipped: Set<CivilDate>, _ result: inout Item
    ) {
        let first = start.local.date
        let until = rule.until.map { lastDay($0, start) }
        let end = today.advanced(by: Self.listedDays)
        let isFinite = rule.count != nil || until != nil
        let limit = until ?? (isFinite ? measurableDays.upperBound : end)
        let final = max(min(limit, measurableDays.upperBound), first)
        examinedDays += first.distance(to: final)
        guard examinedDays <= Self.examinedLimit else {
            result.isDamaged = true
            return report(
                item.type, "the rules of the calendar have too many days", item.line, item.offset)
        }
        let days = rule.days(from: first, through: final)
        guard let last = days.last else { return }
        let local = days.map { localDay($0, start) }
        let isShifted = zip(days, local).contains { $0 != $1 }
        // A rule that no schedule expresses is listed below.
        let schedule = try? Schedule(recurrenceRule: rule.endless, start: first)
        guard let schedule, !isShifted else {
            for (index, day) in local.enumerated()
            where day >= today && day <= end && !skipped.contains(day) {
                var time = start
                time.local.date = days[index]
                addReminder(of: item, on: time, key: " \(days[index])", to: &result)
            }
            return
        }
        guard var activity = activity(of: item, key: "", created: first) else { return }
        activity.configuration.schedule = schedule
        activity.configuration.window = window(of: item, start)
        if isFinite { activity.pause = Pause(since: last) }
        result.activities.append(activity)
        for day in skipped.sorted() where day >= first && day <= (isFinite ? last : day) {
            guard schedule.recurs(on: day, since: first), canAddRecord() else { continue }
            result.entries.append(
                Entry(
                    id: Entry.ID(StableIdentifier.text(for: "skip \(activity.id) \(day)")),
                    activity: activity.id, day: day, outcome: .skipped(reason: nil)))
        }
    }

    /// The last day of a rule, on the clock of its start.
    private func lastDay(_ until: CalendarTime, _ start: CalendarTime) -> CivilDate {
        let end = clocks.converted(until, to: start.clock)
        let isBefore = until.clock != .date && end.secondOfDay < start.local.secondOfDay
        return end.date.advanced(by: isBefore ? -1 : 0)
    }

    private mutating func localDay(_ day: CivilDate, _ start: CalendarTime) -> CivilDate {
        guard start.clock != .date, start.clock != .floating else { return day }
        var time = start
        time.local.date = day
        return clocks.local(time).date
    }
}
