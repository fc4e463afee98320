import ArgumentParser
import Contracts
import Tracker

/// The options of `activity add` and `activity edit` that set properties of an activity.
struct ActivityOptions: ParsableArguments {
    @Option(help: "Set the type: checkbox, value, cumulative, container, metric or answer.")
    var type: ActivityType?

    @Flag(help: "Schedule every day (default).")
    var daily = false

    @Option(help: ArgumentHelp("Schedule on weekdays, such as mon,wed.", valueName: "days"))
    var weekly: WeekdayList?

    @Option(help: ArgumentHelp("Schedule on days of the month, such as 1,15.", valueName: "days"))
    var monthly: NumberList?

    @Option(
        help: ArgumentHelp(
            "Schedule every n days or weeks, such as 2d, or 3w with --weekly.",
            valueName: "interval"))
    var every: IntervalArgument?

    @Option(
        help: ArgumentHelp(
            "Schedule on any n days of a week or month, such as 3/week.", valueName: "count"))
    var times: TimesArgument?

    @Option(help: "Schedule by a rule of RFC 5545, such as 'FREQ=WEEKLY;BYDAY=MO,WE'.")
    var rrule: String?

    @Option(help: "Set parts of the day, such as morning,evening (default: allDay).")
    var slots: SlotList?

    @Option(help: ArgumentHelp("Set hours of the day, such as 6-9, or none.", valueName: "hours"))
    var window: OptionalDetail<HourWindow>?

    @Option(help: "Set the number to reach, or none.")
    var target: OptionalDetail<NumberArgument>?

    @Option(help: "Count the target for a day, week or month (default: day).")
    var per: Activities.TargetPeriod?

    @Flag(
        name: .customLong("at-most"), inversion: .prefixedNo,
        help: "Make the target the most that is allowed.")
    var atMost: Bool?

    @Option(help: "Set the unit of the numbers, or none.")
    var unit: OptionalDetail<String>?

    @Option(help: "Set the least accepted number, or none.")
    var min: OptionalDetail<NumberArgument>?

    @Option(help: "Set the greatest accepted number, or none.")
    var max: OptionalDetail<NumberArgument>?

    @Option(help: "Combine the numbers of a day by sum or average.")
    var mode: Accumulation?

    @Option(help: "Measure value, photo, checkbox or notes, for a metric.")
    var measures: Tracker.Measurement.Name?

    @Option(help: ArgumentHelp("Set the views of a photo metric.", valueName: "names"))
    var views: TextList?

    @Option(help: "Set the form of an answer: text, choice or time.")
    var answer: String?

    @Option(help: ArgumentHelp("Set the answers to choose from.", valueName: "words"))
    var options: TextList?

    @Flag(
        name: .customLong("carry-forward"), inversion: .prefixedNo,
        help: "Carry missed occurrences forward to later days.")
    var carryForward: Bool?

    @Option(
        help: ArgumentHelp("Link a health metric, or none.", valueName: "type"),
        completion: .custom(NameCompletion.metrics))
    var health: OptionalDetail<String>?

    @Option(
        name: .customLong("health-mode"),
        help: "Set the direction of the link: read, write or both.")
    var healthMode: HealthMode?

    @Flag(inversion: .prefixedNo, help: "Only read from health data, never list.")
    var passive: Bool?

    @OptionGroup var appearance: AppearanceOptions

    @Option(
        help: "Set the category; '' removes it.", completion: .custom(NameCompletion.categories))
    var category: String?

    @Option(
        help: "Set the activity after which this activity is done; '' removes it.",
        completion: .custom(NameCompletion.activities))
    var after: String?

    func validate() throws {
        if weekly != nil, case .days? = every?.unit {
            throw ValidationError(
                "--weekly goes with weeks: use --every 2w --weekly mon, or --every 2d alone.")
        }
        let weekdays = weekly != nil && every == nil
        let schedules = [
            daily, weekdays, every != nil, monthly != nil, times != nil, rrule != nil,
        ].count { $0 }
        guard schedules <= 1 else {
            throw ValidationError(
                "Use one of --daily, --weekly, --monthly, --every, --times and --rrule.")
        }
        guard times == nil || carryForward != true else {
            throw ValidationError(
                "--carry-forward needs fixed days: use --weekly, --monthly or --every instead of "
                    + "--times.")
        }
        guard target?.value?.value ?? 0 >= 0 else {
            throw ValidationError("--target takes 0 or more.")
        }
    }

    /// The properties whose option is `none`.
    private var removedFields: [Activities.RemovableField] {
        var removed: [Activities.RemovableField] = []
        if case .none? = target { removed.append(.target) }
        if case .none? = unit { removed.append(.unit) }
        if case .none? = min { removed.append(.minimum) }
        if case .none? = max { removed.append(.maximum) }
        if case .none? = window { removed.append(.window) }
        return removed
    }

    private var schedule: Schedule? {
        if daily { return .daily }
        if let every { return every.schedule(on: weekly?.values ?? []) }
        if let times { return .times(times.count, per: times.period) }
        return weekly.map { .weekly($0.values) } ?? monthly.map { .monthly($0.values) }
    }

    var fields: Activities.Fields {
        var fields = Activities.Fields()
        fields.type = type
        fields.schedule = schedule
        fields.rrule = rrule
        fields.slots = slots?.values
        fields.window = window?.value?.value
        fields.target = target?.value?.value
        fields.per = per
        fields.atMost = atMost
        fields.unit = unit?.value
        fields.minimum = min?.value?.value
        fields.maximum = max?.value?.value
        fields.without = removedFields.isEmpty ? nil : removedFields
        fields.mode = mode
        fields.measures = measures
        fields.views = views?.values
        fields.answer = answer
        fields.options = options?.values
        fields.carryForward = carryForward
        fields.health = health.map { $0.value ?? "" }
        fields.healthMode = healthMode
        fields.isPassive = passive
        fields.icon = appearance.icon
        fields.color = appearance.color
        fields.category = category
        fields.after = after
        return fields
    }
}

extension ActivityType: ExpressibleByArgument {}
extension Accumulation: ExpressibleByArgument {}
extension Activities.TargetPeriod: ExpressibleByArgument {}
extension HealthMode: ExpressibleByArgument {}
extension EditScope: ExpressibleByArgument {}
extension Slot: ExpressibleByArgument {
    /// The end of the help of an option that names the part of the day of an entry.
    static let optionHelp =
        "a part of the day: allDay, morning, afternoon or evening (default: the first open one)."
}
extension Tracker.Measurement.Name: ExpressibleByArgument {}
