import Contracts
import Presentation

/// The fields of the targets of a planned exercise.
struct PlannedTargetFields: HTMLPart {
    /// The kind of an exercise, which decides the targets.
    enum Kind { case strength, cardio }

    /// The beginning of the identifiers of the fields, unique on the page.
    let id: String
    /// The kind of the exercise; nil: unknown, with the fields of both.
    let kind: Kind?
    /// The exercise as it is planned; nil: it is not planned yet.
    let planned: Training.PlannedExercise?
    let input: FormInput

    var html: HTML {
        element("div", ["class": "fields"]) {
            if kind != .cardio {
                field(
                    "Sets", "sets", value: planned?.sets, mode: "numeric",
                    hint: kind == nil ? "Of strength. Empty: 3." : "Empty: unchanged.")
                field(
                    "Repetitions in reserve", "rir", value: planned?.rir, mode: "numeric",
                    hint: kind == nil ? "Of strength, 0 to 10." : "0 to 10. Empty: unchanged.")
            }
            if kind != .strength {
                field("Distance", "distance", hint: hint("5km", now: planned?.distanceText))
                field("Duration", "duration", hint: hint("30min", now: planned?.durationText))
            }
        }
    }

    /// The hint of a target of cardio with its present value.
    private func hint(_ example: String, now: String?) -> String {
        if planned == nil { return "Of cardio, such as \(example)." }
        return now.map { "Now \($0). Empty: unchanged." } ?? "Such as \(example). Empty: none."
    }

    private func field(
        _ label: String, _ name: String, value: Int? = nil, mode: String? = nil, hint: String?
    ) -> HTML {
        InputField(
            label, id: "\(id)-\(name)", name: name, value: value.map { "\($0)" }, inputMode: mode,
            hint: hint, in: input
        ).html
    }
}

extension Training.PlannedExercise {
    /// The distance with its unit; nil: none.
    var distanceText: String? { distance.map { NumberText.entered($0, distanceUnit) } }

    /// The duration in words; nil: none.
    var durationText: String? { seconds.map { NumberText.seconds($0) } }
}
