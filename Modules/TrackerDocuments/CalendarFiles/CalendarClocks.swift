import CivilTime

/// The zones of a calendar file, for converting its times to the zone of a profile.
struct CalendarClocks {
    /// The zone of the profile.
    let zone: Zone
    /// The zone of a name; nil if the system has none.
    let known: @Sendable (String) -> Zone?
    private var written: [String: CalendarOffsets] = [:]
    /// The names that are neither known nor in the file; their times count as local.
    private(set) var unknown: Set<String> = []

    init(
        _ components: [CalendarFile.Component], zone: Zone,
        known: @escaping @Sendable (String) -> Zone?
    ) {
        self.zone = zone
        self.known = known
        for component in components where component.name == "VTIMEZONE" {
            guard let name = component["TZID"]?.text else { continue }
            written[name] = CalendarOffsets(component)
        }
    }

    /// The time in the zone of the profile. Dates and times without a zone are unchanged.
    mutating func local(_ time: CalendarTime) -> LocalTime {
        switch time.clock {
        case .date, .floating: return time.local
        case .utc: return zone.localTime(at: Zone.utc.instant(of: time.local))
        case .zone(let name):
            if let known = known(Self.systemName(name)) {
                return zone.localTime(at: known.instant(of: time.local))
            }
            if let offsets = written[name] {
                let offset = Int64(offsets.offset(at: time.local))
                return zone.localTime(at: Zone.utc.instant(of: time.local) - offset * 1000)
            }
            unknown.insert(name)
            return time.local
        }
    }

    /// The time of `time` on the clock of `other`, for the end of a rule.
    func converted(_ time: CalendarTime, to other: CalendarTime.Clock) -> LocalTime {
        guard time.clock == .utc, case .zone(let name) = other else { return time.local }
        let instant = Zone.utc.instant(of: time.local)
        if let known = known(Self.systemName(name)) { return known.localTime(at: instant) }
        guard let offsets = written[name] else { return time.local }
        return Zone.utc.localTime(at: instant + Int64(offsets.offset(at: time.local)) * 1000)
    }

    /// The name in the zone database: programs write prefixes such as `/citadel.org/20210101_1/`.
    private static func systemName(_ name: String) -> String {
        guard name.hasPrefix("/") else { return name }
        return name.split(separator: "/").suffix(2).joined(separator: "/")
    }
}

/// The offsets of a zone that a calendar file describes (section 3.6.5).
struct CalendarOffsets: Sendable {
    private struct Change {
        var time: LocalTime
        var before: Int
        var after: Int
    }

    /// Ascending by time.
    private var changes: [Change] = []
    private static let last = CivilDate(2199, 12, 31) ?? .distantFuture

    /// Nil without a readable offset.
    init?(_ component: CalendarFile.Component) {
        for part in component.children {
            guard let line = part["DTSTART"], let start = CalendarTime(line),
                let before = part["TZOFFSETFROM"].flatMap({ Self.seconds($0.value) }),
                let after = part["TZOFFSETTO"].flatMap({ Self.seconds($0.value) })
            else { continue }
            var days = [start.local.date]
            // An unreadable rule leaves the first change.
            if let rule = part["RRULE"].flatMap({ try? RecurrenceRule($0.value) }) {
                let end = min(Self.last, rule.until?.local.date ?? Self.last)
                days = rule.days(from: start.local.date, through: end)
            }
            days += part.lines.filter { $0.name == "RDATE" }.compactMap { CalendarTime.list($0) }
                .joined().map(\.local.date)
            changes += days.map { day in
                let time = LocalTime(date: day, secondOfDay: start.local.secondOfDay)
                return Change(time: time, before: before, after: after)
            }
        }
        guard !changes.isEmpty else { return nil }
        changes.sort { $0.time < $1.time }
    }

    /// Seconds by which the clock is ahead of UTC when it shows `time`.
    func offset(at time: LocalTime) -> Int {
        if let last = changes.last(where: { $0.time <= time }) { return last.after }
        return changes[0].before
    }

    /// An offset such as `+0530`; nil for another text.
    private static func seconds(_ text: String) -> Int? {
        let digits = text.dropFirst().utf8.map { Int($0) - 48 }
        guard text.hasPrefix("+") || text.hasPrefix("-"), [4, 6].contains(digits.count),
            digits.allSatisfy((0...9).contains)
        else { return nil }
        var seconds = 0
        for index in stride(from: 0, to: digits.count, by: 2) {
            seconds = seconds * 60 + digits[index] * 10 + digits[index + 1]
        }
        if digits.count == 4 { seconds *= 60 }
        return text.hasPrefix("-") ? -seconds : seconds
    }
}
