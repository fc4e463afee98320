import CivilTime
import Contracts
import Presentation

/// Plans, training sessions, records, weekly sets and adherence.
struct TrainingPage {
    /// The range of days that training sessions, records and adherence are shown for.
    let range: TrainingRange
    let plans: [Training.Plan]
    /// The training sessions of the range, newest first.
    let sessions: [Training.Session]
    let records: [Training.Record]
    let volume: Training.VolumeResponse
    let adherence: Training.AdherenceResponse
    /// The week of the current day begins on this day.
    let currentWeek: CivilDate
    let visitor: Visitor
    /// A form that was refused; nil: none.
    var posted: FormInput?
    /// The index of the first training session on the page.
    var first = 0

    /// The number of training sessions on the page.
    private static let sessionLimit = 100
    /// The number of unfulfilled training sessions in the card of adherence.
    private static let missedLimit = 5

    var page: Page {
        Page("Training", in: .training, topics: [.activities], content: content)
    }

    private var isEmpty: Bool {
        plans.isEmpty && sessions.isEmpty && records.isEmpty && volume.muscles.isEmpty
    }
    /// True if a longer range can have training sessions.
    private var hasRanges: Bool { !isEmpty || range != .all }

    @HTMLBuilder private var content: HTML {
        pageHead("Training", lead: lead.map(HTML.text), fragment: "training-head") {
            element("div", ["class": "row"]) {
                anchor(
                    "Recovery", to: RecoveryPage.path, class: "button", id: "training-recovery")
                if hasRanges { ranges }
            }
        }
        if isEmpty { empty }
        TrainingStartForm(
            open: sessions.first { $0.isOpen },
            labels: labels,
            input: FormInput.posted(posted, TrainingStartForm.name), visitor: visitor)
        if !isEmpty { cards }
        NewTrainingPlanCard(
            input: FormInput.posted(posted, NewTrainingPlanCard.formName), visitor: visitor)
    }

    /// The labels of the days of active plans, each once.
    private var labels: [String] {
        let days = plans.filter { $0.status == "active" }.flatMap(\.days)
        return Set(days.map(\.label).filter { !$0.isEmpty }).sorted()
    }

    private var lead: String? {
        guard !isEmpty else { return nil }
        return "\(NumberText.count(sessions.count, "training session")) \(range.words)."
    }

    private var ranges: HTML {
        segmentLinks(
            "Range",
            TrainingRange.allCases.map {
                (
                    $0.title, "/training?range=\($0.rawValue)", "range-\($0.rawValue)",
                    $0 == range
                )
            })
    }

    private var empty: HTML {
        element("section", ["class": "card empty", "data-fragment": "training"]) {
            Drawing.line
            element("h2") {
                range == .all ? "No training yet" : "No training \(range.words)"
            }
            element("p") {
                "Workouts of a watch or phone are on the timeline after an import. An activity reminds of a workout and counts it. A training plan has the exercises of each weekday."
            }
            element("div", ["class": "row"]) {
                anchor(
                    "Add an activity", to: "/activities/new", class: "button main",
                    id: "training-activity")
                anchor("Import", to: "/import", class: "button", id: "training-import")
                anchor("Guide", to: "/help/", class: "button", id: "training-guide")
            }
        }
    }

    private var cards: HTML {
        element("div", ["class": "with-aside"]) {
            element("div", ["class": "stack"]) {
                sessionCard
                recordCard
            }
            element("div", ["class": "stack"]) {
                for plan in plans { TrainingPlanCard(plan: plan).html }
                TrainingVolumeCard(volume: volume, range: range, currentWeek: currentWeek)
                adherenceCard
            }
        }
    }

    // MARK: Training sessions and records

    private var sessionCard: HTML {
        let shown = sessions.dropFirst(start).prefix(Self.sessionLimit)
        return card("sessions", "Training sessions") {
            if shown.isEmpty {
                element("p", ["class": "soft"]) { "No training session \(range.words)." }
            } else {
                rowList(shown.map(row))
            }
            if sessions.count > shown.count { pages(shown.count) }
        }
    }

    /// The index of the first training session that is shown: the page of the newest ones if
    /// `first` is behind the oldest.
    private var start: Int { sessions.indices.contains(first) ? first : 0 }

    private func pages(_ count: Int) -> HTML {
        element("div", ["class": "row"]) {
            if start > 0 {
                link(
                    "training-newer", max(0, start - Self.sessionLimit),
                    "Newer training sessions")
            }
            element("span", ["class": "soft small"]) {
                "\(NumberText.count(start + 1)) to \(NumberText.count(start + count)) of "
                    + NumberText.count(sessions.count)
            }
            if start + count < sessions.count {
                link("training-older", start + count, "Older training sessions")
            }
        }
    }

    private func link(_ id: String, _ first: Int, _ text: String) -> HTML {
        anchor(
            text, to: "/training?range=\(range.rawValue)&first=\(first)", class: "button small",
            id: id)
    }

    private func row(_ session: Training.Session) -> HTML {
        element("li", ["id": "session-\(session.id)"]) {
            element("div") {
                element("b") {
                    anchor(session.title, to: TrainingSessionRoutes.path(of: session.id))
                }
                element("p", ["class": "soft small"]) {
                    [session.date.fullText, session.amounts].filter { !$0.isEmpty }
                        .joined(separator: ", ")
                }
                if !session.exercises.isEmpty {
                    element("p", ["class": "small"]) { session.exercises.joined(separator: ", ") }
                }
                if let notes = session.notes, !notes.isEmpty {
                    element("p", ["class": "soft small"]) { notes }
                }
            }
            element("span", ["class": session.status == "completed" ? "good" : "soft"]) {
                KeyTitle.title(session.status).lowercased()
            }
        }
    }

    private var recordCard: HTML? {
        guard !records.isEmpty else { return nil }
        return card("records", "Records", note: range.words) {
            RowTable(
                caption: "Records",
                columns: [
                    .text("Exercise"), .number("Heaviest"), .number("Estimated once"),
                    .number("Best set"), .number("Repetitions"),
                ],
                rows: records.map { record in
                    [
                        record.exercise, Self.cell(record.heaviestWeight),
                        Self.cell(record.oneRepMaximum), Self.cell(record.setVolume),
                        record.reps.map { NumberText.count($0) } ?? "",
                    ]
                })
            element("p", ["class": "soft small"]) {
                "\(weightNote)Estimated once: the weight of one repetition, by Brzycki's formula. Best set: weight times repetitions."
            }
        }
    }

    /// The unit of the records' weights as a sentence; empty without a unit.
    private var weightNote: String {
        records.lazy.compactMap(\.weightUnit).first.map { "Weights are in \($0). " } ?? ""
    }

    private static func cell(_ value: Double?) -> String {
        value.map { NumberText.short($0) } ?? ""
    }

    // MARK: Adherence

    private var adherenceCard: HTML? {
        guard let rate = adherence.rate else { return nil }
        let missed = adherence.sessions.filter { !$0.completed }.prefix(Self.missedLimit)
        return card("adherence", "Adherence", note: range.words) {
            element("p", ["class": "value"]) { NumberText.share(rate) }
            element(
                "progress",
                [
                    "class": "bar tone-green", "max": "1", "value": "\(min(1, max(0, rate)))",
                    "aria-label": "Adherence: \(NumberText.share(rate))",
                ])
            element("p", ["class": "soft small"]) {
                "of \(NumberText.count(adherence.sessions.count, "planned training session")) fulfilled their plan."
            }
            if !missed.isEmpty {
                rowList(
                    missed.map { session in
                        element("li") {
                            rowText(
                                .text(session.label ?? "Training"),
                                session.date.shortDayMonthAndYear)
                            element("span", ["class": "soft small"]) { session.reason ?? "" }
                        }
                    })
            }
        }
    }
}

extension Training.Session {
    /// True if sets are still added.
    var isOpen: Bool { ["inProgress", "paused"].contains(status) }

    /// The status and the amounts, as far as they are known.
    var stateText: String {
        [KeyTitle.title(status).lowercased(), amounts].filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// The plan and its day; the type without a plan.
    var title: String {
        let parts = [plan, label].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? KeyTitle.title(type) : parts.joined(separator: ", ")
    }

    /// Duration, sets, volume and distance, as far as they are known.
    fileprivate var amounts: String {
        [
            seconds.map { NumberText.seconds($0) }, sets > 0 ? NumberText.count(sets, "set") : nil,
            volume > 0
                ? "volume \(NumberText.short(volume))" + NumberText.suffix(weightUnit) : nil,
            distance.map { "distance \(NumberText.short($0))" + NumberText.suffix(distanceUnit) },
        ].compactMap(\.self).joined(separator: ", ")
    }
}
