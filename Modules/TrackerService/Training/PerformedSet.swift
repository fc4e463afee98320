import HealthMetrics
import NaturalInput
import RPC
import Tracker

/// Equal sets, or a cardio entry, as a person wrote them.
struct PerformedSet {
    /// The number of equal sets.
    private(set) var count = 1
    private(set) var reps: Int?
    /// The weight in `weightUnit`, as entered; nil: no weight.
    private(set) var weight: Double?
    /// `kg` or `lb`.
    private(set) var weightUnit: String
    private(set) var seconds: Double?
    private(set) var distance: Amount?

    /// The most equal sets of one text.
    private static let countLimit = 20
    private static let weightLimitInKilograms = 1000.0
    private static let secondLimit = 86_400.0
    private static let distanceLimitInKilometres = 1000.0

    /// Parses a text. `weightUnit` is the unit of a weight without a unit.
    /// - Throws: INVALID_ARGUMENT for a text that is not a set.
    init(_ text: String, weightUnit: String) throws(Status) {
        self.weightUnit = weightUnit
        let written: SetExpression
        do throws(SetExpressionError) {
            written = try SetExpression(text)
        } catch {
            throw Status(.invalidArgument, "\(error.problem).", hint: error.remedy)
        }
        for amount in written.amounts {
            try add(amount, isOnly: written.amounts.count == 1, written.factors, text)
        }
        switch (written.factors.count, reps) {
        case (0, _): break
        case (1, nil) where seconds == nil && distance == nil: reps = written.factors[0]
        case (1, nil): count = written.factors[0]
        case (2, nil) where seconds == nil && distance == nil:
            count = written.factors[0]
            reps = written.factors[1]
        default: throw Self.notASet(text)
        }
        guard reps != nil || seconds != nil || distance != nil else { throw Self.notASet(text) }
        guard count <= Self.countLimit else {
            throw Status(
                .invalidArgument,
                "\(count) equal sets are out of range: 1 to \(Self.countLimit).",
                hint: "Repetitions come before the weight: 5x100kg. Sets come first: 3x5x100kg")
        }
    }

    private mutating func add(
        _ amount: Amount, isOnly: Bool, _ factors: [Int], _ text: String
    ) throws(Status) {
        guard let unit = amount.unit else {
            guard isOnly else { throw Self.notASet(text) }
            if factors.isEmpty {
                guard let reps = Int(exactly: amount.number),
                    (1...SetExpression.factorLimit).contains(reps)
                else { throw Self.notASet(text) }
                self.reps = reps
            } else {
                try setWeight(amount.number, weightUnit)
            }
            return
        }
        if let conversion = try? UnitConversion(spokenUnit: unit, to: "s") {
            let sum = (seconds ?? 0) + conversion.converted(amount.number)
            guard sum > 0, sum <= Self.secondLimit else {
                throw Status(
                    .invalidArgument, "The time of \"\(text)\" is out of range: up to 24 hours.",
                    hint: "Write a time as 90s, 25min or 1h10.")
            }
            seconds = sum
        } else if (try? UnitConversion(spokenUnit: unit, to: "kg")) != nil, weight == nil {
            try setWeight(amount.number, unit)
        } else if let conversion = try? UnitConversion(spokenUnit: unit, to: "km"), distance == nil
        {
            let kilometres = conversion.converted(amount.number)
            guard kilometres > 0, kilometres <= Self.distanceLimitInKilometres else {
                throw Status(
                    .invalidArgument, "The distance of \"\(text)\" is out of range: up to 1000 km.",
                    hint: "Write a distance as 5km or 400m.")
            }
            distance = amount
        } else {
            throw Status(
                .invalidArgument, "\"\(unit)\" is not a unit of a weight, a time or a distance.",
                hint: "For example: 5x100kg, 90s, or '5km 25min'")
        }
    }

    /// Stores a weight. A unit other than pounds and kilograms is converted.
    private mutating func setWeight(_ number: Double, _ unit: String) throws(Status) {
        guard let kilograms = try? UnitConversion(spokenUnit: unit, to: "kg").converted(number),
            kilograms >= 0, kilograms <= Self.weightLimitInKilograms
        else {
            throw Status(
                .invalidArgument,
                "The weight \(plainText(number)) \(unit) is out of range: 0 to 1000 kg.",
                hint: "Write repetitions and weight as 5x100kg.")
        }
        for plain in ["kg", "lb"] {
            let conversion = try? UnitConversion(spokenUnit: unit, to: plain)
            if conversion?.isIdentity == true {
                weight = number
                weightUnit = plain
                return
            }
        }
        weight = try? UnitConversion(spokenUnit: unit, to: weightUnit).converted(number)
    }

    private static func notASet(_ text: String) -> Status {
        let error = SetExpressionError.notASet(text)
        return Status(.invalidArgument, "\(error.problem).", hint: error.remedy)
    }

    /// The set in a summary, such as `5 × 100 kg`.
    var text: String {
        var parts: [String] = []
        let weight = weight.map { "\(plainText($0)) \(weightUnit)" }
        if let reps {
            parts.append([reps.description, weight].compactMap(\.self).joined(separator: " × "))
        } else if let weight {
            parts.append(weight)
        }
        if let distance {
            parts.append("\(plainText(distance.number)) \(distance.unit ?? "")")
        }
        if let seconds { parts.append("\(plainText(seconds)) s") }
        return (count > 1 ? "\(count) × " : "") + parts.joined(separator: ", ")
    }
}

extension Amount {
    /// The seconds of a duration such as `55min`, `1h10` or `55`, which are minutes.
    /// - Throws: INVALID_ARGUMENT unless the text is a time of up to 24 hours.
    static func seconds(of text: String) throws(Status) -> Double {
        if let amount = try? Amount(text),
            let conversion = try? UnitConversion(spokenUnit: amount.unit ?? "min", to: "s")
        {
            let seconds = conversion.converted(amount.number)
            if seconds > 0, seconds <= 86_400 { return seconds }
        }
        throw Status(
            .invalidArgument, "\"\(text)\" is not a duration of up to 24 hours.",
            hint: "Write a duration as 55min or 1h10.")
    }
}
