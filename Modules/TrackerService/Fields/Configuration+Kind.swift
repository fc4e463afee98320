import CivilTime
import Contracts
import HealthMetrics
import RPC
import Texts
import Tracker

extension Configuration {
    /// The kind after the fields are applied.
    /// - Throws: INVALID_ARGUMENT for fields that the type does not have.
    func kind(
        _ fields: Activities.Fields, _ name: String, weekStart: WeekStart
    ) throws(Status) -> ActivityKind {
        let type = fields.type ?? kind.type
        let isOther = type != kind.type
        func quantity() throws(Status) -> Quantity {
            var quantity = isOther ? Quantity() : kind.quantity ?? Quantity()
            quantity.target = fields.value(of: .target, \.target, or: quantity.target)
            quantity.set(fields, weekStart: weekStart)
            quantity.unit = fields.value(of: .unit, \.unit, or: quantity.unit)
            if quantity.unit == "" { quantity.unit = nil }
            quantity.minimum = fields.value(of: .minimum, \.minimum, or: quantity.minimum)
            quantity.maximum = fields.value(of: .maximum, \.maximum, or: quantity.maximum)
            try quantity.check(name)
            return quantity
        }
        switch type {
        case .checkbox, .container:
            try fields.rejectNumbers(name, type.rawValue)
            return type == .checkbox ? .checkbox : .container
        case .value:
            return .value(try quantity())
        case .cumulative:
            var mode = Accumulation.sum
            if case .cumulative(_, let current) = kind, !isOther { mode = current }
            return .cumulative(try quantity(), by: fields.mode ?? mode)
        case .metric:
            var measures = Measurement.Name.value
            var views = Measurement.defaultViews
            if case .metric(let current) = kind {
                measures = current.name
                if case .photo(let current) = current { views = current }
            }
            switch fields.measures ?? (fields.views == nil ? measures : .photo) {
            case .value: return .metric(.value(try quantity()))
            case .photo:
                try fields.rejectNumbers(name, "photo")
                return .metric(.photo(views: fields.views ?? views))
            case .checkbox:
                try fields.rejectNumbers(name, "checkbox")
                return .metric(.checkbox)
            case .notes:
                try fields.rejectNumbers(name, "notes")
                return .metric(.notes)
            }
        case .answer:
            try fields.rejectNumbers(name, "answer")
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
                    .invalidArgument, "\"\(name)\" needs two or more different options.",
                    hint: "For example: --options good,fair,bad")
            }
            return .choice(options: options)
        }
        switch fields.answer {
        case "text": return .text
        case "time": return .time
        case "choice":
            throw Status(
                .invalidArgument, "\"\(name)\" needs the options to choose from.",
                hint: "For example: --options good,fair,bad")
        case nil:
            if case .answer(let form) = kind { return form }
            return .text
        case let other?:
            throw Status(
                .invalidArgument, "\"\(other)\" is not a form of answer.",
                hint: "Use text, choice or time.")
        }
    }
}

extension Quantity {
    /// Sets the time and the direction of the target. Without a target neither remains.
    fileprivate mutating func set(_ fields: Activities.Fields, weekStart: WeekStart) {
        switch fields.per {
        case .day: period = nil
        case .week: period = .week(startingOn: period?.weekStart ?? weekStart)
        case .month: period = .month
        case nil: break
        }
        if let atMost = fields.atMost { isLimit = atMost ? true : nil }
        guard target == nil, fields.without?.contains(.target) == true else { return }
        if fields.per == nil { period = nil }
        if fields.atMost == nil { isLimit = nil }
    }

    fileprivate func check(_ name: String) throws(Status) {
        let numbers = [target, minimum, maximum].compactMap { $0 }
        guard numbers.allSatisfy(\.isMeasurable) else {
            throw Status(
                .invalidArgument, "A number of \"\(name)\" is too large to be added up.",
                hint: "Use a larger unit, such as: --unit km")
        }
        guard target ?? 0 >= 0 else {
            throw Status(
                .invalidArgument,
                "The target of \"\(name)\" has to be 0 or more, not \(plainText(target ?? 0)).",
                hint: "For example: --target 10, or --target none")
        }
        if let minimum, let maximum, maximum < minimum {
            throw Status(
                .invalidArgument,
                "The maximum of \"\(name)\" (\(plainText(maximum))) is less than its minimum "
                    + "(\(plainText(minimum))).",
                hint: "For example: --min \(plainText(maximum)) --max \(plainText(minimum))")
        }
        guard (unit ?? "").count <= 40 else {
            throw Status(
                .invalidArgument,
                "The unit of \"\(name)\" has \((unit ?? "").count) characters, and at most 40 are "
                    + "allowed.",
                hint: "Use a short one, such as: --unit pages")
        }
    }
}

extension Activities.Fields {
    /// The field's new value, nil if it is removed, else the current value.
    fileprivate func value<Value>(
        of detail: Activities.RemovableField, _ newValue: (Self) -> Value?, or current: Value?
    ) -> Value? {
        if let value = newValue(self) { return value }
        return without?.contains(detail) ?? false ? nil : current
    }

    fileprivate func rejectNumbers(_ name: String, _ type: String) throws(Status) {
        let hasTarget = target != nil || per != nil || atMost == true
        guard !hasTarget, unit ?? "" == "", minimum == nil, maximum == nil, mode == nil else {
            throw Status(
                .invalidArgument,
                "\"\(name)\" is of type \(type), which has no numbers: no target, unit or limits.",
                hint: "Use --type value or --type cumulative for numbers.")
        }
    }
}
