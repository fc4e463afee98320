import CivilTime
import Contracts
import Metrics
import RPC
import Tracking

extension Configuration {
    /// The configuration of a new activity.
    init(
        new fields: Activities.Fields, named name: String, suggestedUnit: String?, on day: CivilDate
    ) throws(Status) {
        var completed = fields
        let type: ActivityType =
            if let given = fields.type { given } else { Self.type(meantBy: fields) }
        completed.type = type
        if [.value, .cumulative].contains(type), fields.unit == nil {
            completed.unit = fields.health == nil ? suggestedUnit : fields.unitOfHealthMetric
        }
        self.init()
        kind = type == .checkbox ? .checkbox : .container
        try apply(completed, to: name, on: day)
        if fields.carryForward == nil {
            carriesForward = type.carriesForwardByDefault && schedule.offersCarryForward
        }
    }

    /// Takes over what the fields say.
    /// - Throws: INVALID_ARGUMENT for what makes no sense together.
    mutating func apply(
        _ fields: Activities.Fields, to name: String, on day: CivilDate
    ) throws(Status) {
        try setSchedule(fields, on: day)
        kind = try kind(fields, name)
        if let slots = fields.slots { self.slots = Set(slots).sorted() }
        if let window = fields.window {
            guard window.isInOrder else {
                throw Status(
                    .invalidArgument, "A time window begins before it ends, within hours 0 to 24.")
            }
            self.window = window
        } else if fields.without?.contains(.window) ?? false {
            window = nil
        }
        if let carries = fields.carryForward {
            guard !carries || schedule.offersCarryForward && kind.type.offersCarryForward else {
                throw Status(
                    .invalidArgument,
                    "What is due every day, or only once, or is a container, is not carried "
                        + "forward.", hint: "Use it with --weekly or --monthly.")
            }
            carriesForward = carries
        }
        try setHealth(fields, name)
        try checkReminder(name)
    }

    /// The type that is meant when only its details are given.
    private static func type(meantBy fields: Activities.Fields) -> ActivityType {
        if fields.measures != nil || fields.views != nil { return .metric }
        if fields.answer != nil || fields.options != nil { return .answer }
        if fields.mode != nil || fields.target != nil { return .cumulative }
        let takesNumbers = fields.unit != nil || fields.minimum != nil || fields.maximum != nil
        return takesNumbers ? .value : .checkbox
    }

    private mutating func setSchedule(
        _ fields: Activities.Fields, on day: CivilDate
    ) throws(Status) {
        if let rule = fields.rrule {
            do {
                schedule = try Schedule(recurrenceRule: rule, start: day)
            } catch {
                throw error.status
            }
        } else if let schedule = fields.schedule {
            self.schedule = schedule
        }
        switch schedule {
        case .weekly(let weekdays):
            guard !weekdays.isEmpty, weekdays.allSatisfy({ (1...7).contains($0) }) else {
                throw Status(
                    .invalidArgument, "A weekly schedule needs weekdays from 1, Monday, to 7.")
            }
        case .monthly(let days):
            guard !days.isEmpty, days.allSatisfy({ (1...31).contains($0) }) else {
                throw Status(
                    .invalidArgument, "A monthly schedule needs days of the month from 1 to 31.")
            }
        case .daily, .sticky, .adhoc:
            break
        }
        if !schedule.offersCarryForward { carriesForward = false }
    }

    private func kind(
        _ fields: Activities.Fields, _ name: String
    ) throws(Status) -> ActivityKind {
        let type = fields.type ?? kind.type
        let isOther = type != kind.type
        func quantity() throws(Status) -> Quantity {
            var quantity = isOther ? Quantity() : kind.quantity ?? Quantity()
            quantity.target = fields.value(of: .target, \.target, or: quantity.target)
            quantity.unit = fields.value(of: .unit, \.unit, or: quantity.unit)
            if quantity.unit == "" { quantity.unit = nil }
            quantity.minimum = fields.value(of: .minimum, \.minimum, or: quantity.minimum)
            quantity.maximum = fields.value(of: .maximum, \.maximum, or: quantity.maximum)
            try quantity.check(name)
            return quantity
        }
        switch type {
        case .checkbox, .container:
            try fields.refuseNumbers(name, type.rawValue)
            return type == .checkbox ? .checkbox : .container
        case .value:
            return .value(try quantity())
        case .cumulative:
            var mode = Accumulation.sum
            if case .cumulative(_, let held) = kind, !isOther { mode = held }
            return .cumulative(try quantity(), by: fields.mode ?? mode)
        case .metric:
            var measures = Measurement.Name.value
            var views = Measurement.defaultViews
            if case .metric(let held) = kind {
                measures = held.name
                if case .photo(let held) = held { views = held }
            }
            switch fields.measures ?? (fields.views == nil ? measures : .photo) {
            case .value: return .metric(.value(try quantity()))
            case .photo:
                try fields.refuseNumbers(name, "photo")
                return .metric(.photo(views: fields.views ?? views))
            case .checkbox:
                try fields.refuseNumbers(name, "checkbox")
                return .metric(.checkbox)
            case .notes:
                try fields.refuseNumbers(name, "notes")
                return .metric(.notes)
            }
        case .answer:
            try fields.refuseNumbers(name, "answer")
            return .answer(try answerForm(fields, name))
        }
    }

    private func answerForm(
        _ fields: Activities.Fields, _ name: String
    ) throws(Status) -> AnswerForm {
        if let options = fields.options {
            guard options.count > 1, Set(options).count == options.count,
                options.allSatisfy({ !$0.isEmpty && !$0.contains(",") })
            else {
                throw Status(
                    .invalidArgument, "\"\(name)\" needs two or more different answers.",
                    hint: "Such as: --options good,fair,bad")
            }
            return .choice(options: options)
        }
        switch fields.answer {
        case "text": return .text
        case "time": return .time
        case "choice":
            throw Status(
                .invalidArgument, "\"\(name)\" needs the answers to choose from.",
                hint: "Such as: --options good,fair,bad")
        case nil:
            if case .answer(let form) = kind { return form }
            return .text
        case let other?:
            throw Status(
                .invalidArgument, "There is no answer of the form \"\(other)\".",
                hint: "Use text, choice or time.")
        }
    }

    private mutating func setHealth(
        _ fields: Activities.Fields, _ name: String
    ) throws(Status) {
        if let passive = fields.isPassive { isPassive = passive }
        if let key = fields.health {
            if key.isEmpty {
                health = nil
            } else {
                guard kind != .container else {
                    throw Status(
                        .invalidArgument, "A container is linked to no health metric.")
                }
                guard case .found(let metric) = MetricName.resolve(key) else {
                    throw Status(
                        .notFound, "There is no health metric called \"\(key)\".",
                        hint: MetricName.closest(to: key, among: Metric.all.map(\.key)).map {
                            "Did you mean \"\($0)\"?"
                        })
                }
                let (measured, own) = (Metric.known(key: metric)?.displayUnit, kind.quantity?.unit)
                guard UnitConversion(between: measured, and: own) != nil else {
                    throw Status(
                        .invalidArgument,
                        "\"\(name)\" is kept in \(own ?? ""), which \(measured ?? "") is not "
                            + "turned into.",
                        hint: "Use it with: --unit \(measured ?? "")")
                }
                health = HealthLink(
                    metric: metric, mode: fields.healthMode ?? health?.mode ?? .read)
            }
        } else if let mode = fields.healthMode {
            guard health != nil else {
                throw Status(
                    .invalidArgument, "\"\(name)\" is linked to no health metric.",
                    hint: "Link it with: --health TYPE --health-mode \(mode.rawValue)")
            }
            health?.mode = mode
        }
        if let health, health.mode.writes, Metric.known(key: health.metric)?.isWritable == false {
            throw Status(
                .invalidArgument,
                "Nothing can be written to \(health.metric): its samples are words, or worked out here.",
                hint: "Read it with: --health-mode read")
        }
    }

    /// A reminder is done or not, and lies in no container.
    private func checkReminder(_ name: String) throws(Status) {
        guard schedule.isReminder else { return }
        guard kind == .checkbox else {
            throw Status(
                .invalidArgument,
                "\"\(name)\" is a reminder: it is done or not, and has no target and no value.",
                hint: "Use an activity instead: dayline activity add \(quoted(name))")
        }
    }
}

extension Quantity {
    fileprivate func check(_ name: String) throws(Status) {
        let numbers = [target, minimum, maximum].compactMap { $0 }
        guard numbers.allSatisfy(\.isMeasurable) else {
            throw Status(.invalidArgument, "A number of \"\(name)\" is too large.")
        }
        guard target ?? 0 >= 0 else {
            throw Status(.invalidArgument, "The target of \"\(name)\" has to be 0 or more.")
        }
        if let minimum, let maximum, maximum < minimum {
            throw Status(
                .invalidArgument,
                "The most of \"\(name)\" (\(plainText(maximum))) is less than its least "
                    + "(\(plainText(minimum))).")
        }
        guard (unit ?? "").count <= 40 else {
            throw Status(.invalidArgument, "The unit of \"\(name)\" is too long.")
        }
    }
}

extension Activities.Fields {
    /// Nil for what is merely counted.
    fileprivate var unitOfHealthMetric: String? {
        guard let health, case .found(let key) = MetricName.resolve(health),
            let unit = Metric.known(key: key)?.displayUnit
        else { return nil }
        return unit == "count" ? nil : unit
    }

    /// What is given, else nothing where it is taken away, else what there was.
    fileprivate func value<Value>(
        of detail: Activities.Detail, _ given: (Self) -> Value?, or held: Value?
    ) -> Value? {
        if let value = given(self) { return value }
        return without?.contains(detail) ?? false ? nil : held
    }

    fileprivate func refuseNumbers(_ name: String, _ type: String) throws(Status) {
        guard target == nil, unit ?? "" == "", minimum == nil, maximum == nil, mode == nil else {
            throw Status(
                .invalidArgument,
                "\"\(name)\" is of type \(type), which has no numbers: no target, unit or limits.",
                hint: "Use --type value or --type cumulative for what is counted.")
        }
    }
}

extension RecurrenceError {
    var status: Status {
        switch self {
        case .malformed(let part):
            Status(
                .invalidArgument, "\"\(part)\" is no part of a recurrence rule.",
                hint: "Such as: --rrule 'FREQ=WEEKLY;BYDAY=MO,WE'")
        case .unsupported(let part):
            Status(
                .invalidArgument, "No schedule here says what \(part) says.",
                hint: "FREQ=DAILY, FREQ=WEEKLY with BYDAY and FREQ=MONTHLY with BYMONTHDAY do.")
        }
    }
}
