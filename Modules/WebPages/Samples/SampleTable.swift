import CivilTime
import Contracts
import Presentation
import RPC

/// A page of the samples of a day, each with a sheet that changes or deletes it.
struct SampleTable: HTMLPart {
    /// A sheet that was not saved.
    struct Refused {
        /// The reference of the sample.
        var ref: String
        var input: FormInput
    }

    let selected: SampleDay
    let samples: [RawSample]
    let zones: ZoneHistory
    let visitor: Visitor
    /// The sheet that was not saved; nil: none.
    let refused: Refused?

    /// The number of samples of a page.
    static let pageLength = 50

    private var first: Int { min(selected.first, max(0, samples.count - 1)) }

    @HTMLBuilder var html: HTML {
        let shown = samples.dropFirst(first).prefix(Self.pageLength)
        if let note = refused?.input.note { note }
        ActivityParts.table(
            "Samples",
            [
                .text("Time"), .text("Value"), .text("Source"),
                element("span", ["class": "visually-hidden"]) { "Edit" },
            ], shown.map(row), class: "table with-menus")
        if samples.count > Self.pageLength { pages(shown.count) }
    }

    private func pages(_ count: Int) -> HTML {
        element("div", ["class": "row"]) {
            if first > 0 {
                link("earlier-samples", first - Self.pageLength, "Earlier samples")
            }
            element("span", ["class": "soft small"]) {
                "\(NumberText.count(first + 1)) to \(NumberText.count(first + count)) of "
                    + NumberText.count(samples.count)
            }
            if first + count < samples.count {
                link("later-samples", first + Self.pageLength, "Later samples")
            }
        }
    }

    private func link(_ id: String, _ index: Int, _ text: String) -> HTML {
        anchor(text, to: selected.page(from: max(0, index)).path, class: "button small", id: id)
    }

    /// `09:14:00`, or `09:14:00 to 09:20:00`.
    static func time(of sample: RawSample, in zones: ZoneHistory) -> String {
        func text(_ instant: Int64) -> String {
            TimeText.time(secondOfDay: zones.localTime(at: instant).secondOfDay)
        }
        let start = text(sample.ref.start)
        return sample.ref.end == sample.ref.start ? start : "\(start) to \(text(sample.ref.end))"
    }

    private func row(_ sample: RawSample) -> [HTML] {
        let number = NumberText.withMinusSign(NumberText.entered(sample.value))
        let value =
            sample.unit.isEmpty || sample.unit == "count"
            ? number : "\(number)\u{202F}\(sample.unit)"
        let shown = group {
            value
            if let extremes = sample.extremes {
                " "
                element("span", ["class": "soft small"]) { "(\(extremes))" }
            }
        }
        let source = group {
            sample.source
            if sample.isEntered {
                " "
                element("span", ["class": "badge"]) { "entered" }
            }
        }
        return [.text(Self.time(of: sample, in: zones)), shown, source, sheet(sample)]
    }

    private func sheet(_ sample: RawSample) -> HTML {
        let ref = sample.ref.text
        let input = refused.flatMap { $0.ref == ref ? $0.input : nil }
        let time = Self.time(of: sample, in: zones)
        let fields: KeyValuePairs = ["ref": ref, "first": "\(first)"]
        return element(
            "details", ["class": "menu", "id": "edit-\(ref)", "open": input == nil ? nil : ""]
        ) {
            element(
                "summary",
                ["class": "button quiet", "aria-label": "Edit the sample of \(time)"]
            ) { "Edit" }
            element("div", ["class": "sheet"]) {
                form(
                    selected.changePath("edit"), visitor, class: "stack", fields: fields
                ) {
                    InputField(
                        sample.unit.isEmpty || sample.unit == "count"
                            ? "Value" : "Value, \(sample.unit)", id: "value-\(ref)", name: "value",
                        value: NumberText.input(sample.value), inputMode: "decimal",
                        hint: "The imported value is kept and can be restored.",
                        in: input ?? FormInput("sample"))
                    button("Save", class: "button main", id: "save-\(ref)")
                }
                form(selected.changePath("delete"), visitor, fields: fields) {
                    button("Delete", class: "button bad", id: "delete-\(ref)")
                }
            }
        }
    }
}
