import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

/// What `activity add` and `activity edit` say about an activity.
struct ActivityOptions: ParsableArguments {
    @Option(help: "checkbox, value, cumulative, container, metric or answer.")
    var type: ActivityType?

    @Flag(help: "Due every day, as it is when nothing else is said.")
    var daily = false

    @Option(help: ArgumentHelp("Due on weekdays, such as mon,wed.", valueName: "days"))
    var weekly: WeekdayList?

    @Option(help: ArgumentHelp("Due on days of the month, such as 1,15.", valueName: "days"))
    var monthly: NumberList?

    @Option(help: "A recurrence rule of RFC 5545, such as 'FREQ=WEEKLY;BYDAY=MO,WE'.")
    var rrule: String?

    @Option(help: "Parts of the day: allDay, morning, afternoon, evening; several with commas.")
    var slots: SlotList?

    @Option(help: ArgumentHelp("Hours of the day, such as 6-9, or none.", valueName: "hours"))
    var window: OptionalDetail<HourWindow>?

    @Option(help: "The number to reach, or none.")
    var target: OptionalDetail<NumberArgument>?

    @Option(help: "The unit of its numbers, or none.")
    var unit: OptionalDetail<String>?

    @Option(help: "The least number it takes, or none.")
    var min: OptionalDetail<NumberArgument>?

    @Option(help: "The greatest number it takes, or none.")
    var max: OptionalDetail<NumberArgument>?

    @Option(help: "How the numbers of a day are taken together: sum or average.")
    var mode: Accumulation?

    @Option(help: "What a metric measures: value, photo, checkbox or notes.")
    var measures: Tracker.Measurement.Name?

    @Option(help: ArgumentHelp("The views of a photo metric.", valueName: "names"))
    var views: TextList?

    @Option(help: "The form of an answer: text, choice or time.")
    var answer: String?

    @Option(help: ArgumentHelp("The answers to choose from.", valueName: "words"))
    var options: TextList?

    @Flag(
        name: .customLong("carry-forward"), inversion: .prefixedNo,
        help: "Carry what was missed to the days after.")
    var carryForward: Bool?

    @Option(
        help: ArgumentHelp("The health metric it follows, or none.", valueName: "type"),
        completion: .custom(NameCompletion.metrics))
    var health: OptionalDetail<String>?

    @Option(name: .customLong("health-mode"), help: "read, write or both.")
    var healthMode: HealthMode?

    @Flag(inversion: .prefixedNo, help: "Only read from health data, never listed.")
    var passive: Bool?

    @Option(help: "A symbol or an emoji.")
    var icon: String?

    @Option(help: "As '#4ECDC4'.")
    var color: String?

    @Option(help: "Its category; '' for none.", completion: .custom(NameCompletion.categories))
    var category: String?

    @Option(
        help: "The activity it is meant to be done after; '' for none.",
        completion: .custom(NameCompletion.activities))
    var after: String?

    func validate() throws {
        let schedules = [daily, weekly != nil, monthly != nil, rrule != nil].count { $0 }
        guard schedules <= 1 else {
            throw ValidationError("Use one of --daily, --weekly, --monthly and --rrule.")
        }
        guard target?.value?.value ?? 0 >= 0 else {
            throw ValidationError("--target takes 0 or more.")
        }
    }

    /// What is given as none.
    private var without: [Activities.RemovableField] {
        var without: [Activities.RemovableField] = []
        if case .none? = target { without.append(.target) }
        if case .none? = unit { without.append(.unit) }
        if case .none? = min { without.append(.minimum) }
        if case .none? = max { without.append(.maximum) }
        if case .none? = window { without.append(.window) }
        return without
    }

    var fields: Activities.Fields {
        var fields = Activities.Fields()
        fields.type = type
        fields.schedule =
            daily
            ? .daily : weekly.map { .weekly($0.values) } ?? monthly.map { .monthly($0.values) }
        fields.rrule = rrule
        fields.slots = slots?.values
        fields.window = window?.value?.value
        fields.target = target?.value?.value
        fields.unit = unit?.value
        fields.minimum = min?.value?.value
        fields.maximum = max?.value?.value
        fields.without = without.isEmpty ? nil : without
        fields.mode = mode
        fields.measures = measures
        fields.views = views?.values
        fields.answer = answer
        fields.options = options?.values
        fields.carryForward = carryForward
        fields.health = health.map { $0.value ?? "" }
        fields.healthMode = healthMode
        fields.isPassive = passive
        fields.icon = icon
        fields.color = color
        fields.category = category
        fields.after = after
        return fields
    }
}

extension ActivityType: ExpressibleByArgument {}
extension Accumulation: ExpressibleByArgument {}
extension HealthMode: ExpressibleByArgument {}
extension EditScope: ExpressibleByArgument {}
extension Slot: ExpressibleByArgument {}
extension Tracker.Measurement.Name: ExpressibleByArgument {}
