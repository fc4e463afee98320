import CivilTime
import Contracts
import NaturalInput
import Tracker

/// The fields of a request and the messages about the form that they were read from.
struct ParsedActivityForm {
    var fields = Activities.Fields()
    /// The messages by name of the field; empty: the fields are valid.
    var errors: [String: String] = [:]
}

extension ActivityForm {
    /// The fields for a request. Those that equal the fields of `original`, the form of the stored
    /// activity, are absent; nil: a new activity.
    func parsed(from original: ActivityForm?) -> ParsedActivityForm {
        var parsed = ParsedActivityForm()
        if self["name"].isEmpty { parsed.errors["name"] = "The activity needs a name." }
        func isChanged(_ names: String...) -> Bool {
            names.contains { values[$0] != original?.values[$0] }
        }
        let type = ActivityType(rawValue: self["type"])
        if isChanged("type") { parsed.fields.type = type }
        let days =
            (1...7).map { "weekday-\($0)" } + [
                "schedule", "monthDays", "every", "everyUnit", "times", "timesPer", "day", "rule",
            ]
        if days.contains(where: { isChanged($0) }) { setSchedule(&parsed) }
        let slots = Slot.allCases.filter { isChecked("slot-\($0.rawValue)") }
        if Slot.allCases.contains(where: { isChanged("slot-\($0.rawValue)") }) {
            parsed.fields.slots = slots
        }
        if isChanged("start", "end") { setWindow(&parsed) }
        if isChanged("carryForward"), original != nil || isChecked("carryForward") {
            parsed.fields.carryForward = isChecked("carryForward")
        }
        setNumbers(&parsed, type, isChanged: { isChanged($0) })
        setKind(&parsed, type, original, isChanged: { isChanged($0) })
        setHealth(&parsed, original, isChanged: { isChanged($0) })
        if isChanged("icon"), !self["icon"].isEmpty { parsed.fields.icon = self["icon"] }
        if isChanged("color") { setColor(&parsed, isNew: original == nil) }
        if isChanged("category") { parsed.fields.category = self["category"] }
        if isChanged("after") { parsed.fields.after = self["after"] }
        return parsed
    }

    private func setSchedule(_ parsed: inout ParsedActivityForm) {
        switch self["schedule"] {
        case "weekly":
            let days = Set((1...7).filter { isChecked("weekday-\($0)") })
            if days.isEmpty { parsed.errors["weekdays"] = "Choose one weekday or more." }
            parsed.fields.schedule = .weekly(days)
        case "monthly":
            let words = Self.words(self["monthDays"])
            let days = words.compactMap { Int($0) }.filter { (1...31).contains($0) }
            if days.isEmpty || days.count != words.count {
                parsed.errors["monthDays"] = "Write days from 1 to 31, such as 1, 15."
            }
            parsed.fields.schedule = .monthly(Set(days))
        case "every": setInterval(&parsed)
        case "times":
            let period = SchedulePeriod(
                SchedulePeriod.Name(rawValue: self["timesPer"]) ?? .week, weekStart: nil)
            let count = Int(self["times"]) ?? 0
            if !(1...period.longestInDays).contains(count) {
                parsed.errors["times"] = "Write a number from 1 to \(period.longestInDays)."
            }
            parsed.fields.schedule = .times(count, per: period)
        case "sticky": parsed.fields.schedule = .sticky
        case "adhoc":
            let day = CivilDate(self["day"])
            if day == nil { parsed.errors["day"] = "A reminder for one day needs the day." }
            parsed.fields.schedule = .adhoc(day)
        case "rule":
            if self["rule"].isEmpty {
                parsed.errors["rule"] = "Write a rule, such as FREQ=WEEKLY;BYDAY=MO,WE."
            }
            parsed.fields.rrule = self["rule"]
        default: parsed.fields.schedule = .daily
        }
    }

    private func setInterval(_ parsed: inout ParsedActivityForm) {
        let count = Int(self["every"]) ?? 0
        if count < 1 { parsed.errors["every"] = "Write a number of 1 or more, such as 2." }
        let days = Set((1...7).filter { isChecked("weekday-\($0)") })
        parsed.fields.schedule =
            self["everyUnit"] == "week"
            ? .everyWeeks(count, on: days, weekStart: nil) : .everyDays(count)
    }

    private func setWindow(_ parsed: inout ParsedActivityForm) {
        if self["start"].isEmpty, self["end"].isEmpty {
            parsed.fields.without = (parsed.fields.without ?? []) + [.window]
            return
        }
        let window = Int(self["start"]).flatMap { start in
            Int(self["end"]).map { end in
                TimeWindow(startHour: start, endHour: end)
            }
        }
        if let window, window.isInOrder {
            parsed.fields.window = window
        } else {
            parsed.errors["start"] =
                "Write two hours from 0 to 24, the first before the second, such as 6 and 9."
        }
    }

    private func setNumbers(
        _ parsed: inout ParsedActivityForm, _ type: ActivityType?,
        isChanged: (String) -> Bool
    ) {
        let hasNumbers =
            type == .value || type == .cumulative
            || type == .metric && self["measures"] == Measurement.Name.value.rawValue
        let numbers: [(String, WritableKeyPath<Activities.Fields, Double?>)] = [
            ("target", \.target), ("minimum", \.minimum), ("maximum", \.maximum),
        ]
        for name in ["target", "unit", "minimum", "maximum"]
        where !hasNumbers && isChanged(name) && !self[name].isEmpty {
            parsed.errors[name] =
                "An activity of the type “\(type?.texts.name ?? self["type"])” has no numbers. "
                + "Choose another type, or leave the field empty."
        }
        guard hasNumbers else { return }
        for (name, path) in numbers where isChanged(name) {
            guard !self[name].isEmpty else {
                if let field = Activities.RemovableField(rawValue: name) {
                    parsed.fields.without = (parsed.fields.without ?? []) + [field]
                }
                continue
            }
            do throws(AmountError) {
                parsed.fields[keyPath: path] = try DecimalNumber(self[name]).value
            } catch {
                parsed.errors[name] = error.sentences
            }
        }
        if isChanged("per") { parsed.fields.per = Activities.TargetPeriod(rawValue: self["per"]) }
        if isChanged("atMost") { parsed.fields.atMost = isChecked("atMost") }
        if isChanged("unit") { parsed.fields.unit = self["unit"] }
    }

    private func setKind(
        _ parsed: inout ParsedActivityForm, _ type: ActivityType?, _ original: ActivityForm?,
        isChanged: (String) -> Bool
    ) {
        let isNew = original == nil || isChanged("type")
        switch type {
        case .cumulative where isNew || isChanged("mode"):
            parsed.fields.mode = Accumulation(rawValue: self["mode"])
        case .metric where isNew || isChanged("measures") || isChanged("views"):
            let measures = Measurement.Name(rawValue: self["measures"])
            parsed.fields.measures = measures
            if measures == .photo, !self["views"].isEmpty {
                parsed.fields.views = Self.words(self["views"])
            }
        case .answer where isNew || isChanged("answer") || isChanged("options"):
            parsed.fields.answer = self["answer"]
            guard self["answer"] == "choice" else { break }
            let options = Self.words(self["options"])
            if options.count < 2 || Set(options).count != options.count {
                parsed.errors["options"] = "Write two or more different options, such as good, bad."
            }
            parsed.fields.options = options
        default: break
        }
    }

    private func setHealth(
        _ parsed: inout ParsedActivityForm, _ original: ActivityForm?, isChanged: (String) -> Bool
    ) {
        if isChanged("health") { parsed.fields.health = self["health"] }
        if !self["health"].isEmpty, isChanged("health") || isChanged("healthMode") {
            parsed.fields.healthMode = HealthMode(rawValue: self["healthMode"])
        }
        if isChanged("isPassive") { parsed.fields.isPassive = isChecked("isPassive") }
    }

    /// The colour; without one, that of the name's suggestion or, for a stored activity, the default.
    private func setColor(_ parsed: inout ParsedActivityForm, isNew: Bool) {
        guard !self["color"].isEmpty else {
            if !isNew { parsed.fields.color = Appearance.activity.color }
            return
        }
        let digits = self["color"].dropFirst()
        if self["color"].hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit) {
            parsed.fields.color = self["color"]
        } else {
            parsed.errors["color"] = "Write the colour as #4ECDC4."
        }
    }

    /// The words between commas.
    private static func words(_ text: String) -> [String] {
        text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }
}
