import CivilTime
import Contracts
import Presentation

/// The sources of a metric in their order, with buttons that change the order.
struct TrendSources {
    let sources: Insights.SourcesResponse
    let selection: TrendSelection
    let visitor: Visitor

    var html: HTML {
        card("sources", "Sources") {
            smallText("The first source counts where two overlap.")
            element("ul", ["class": "rows"]) {
                for (index, name) in sources.order.enumerated() { row(name, at: index) }
            }
            if sources.isChosen {
                form(selection.path + "/sources", visitor) {
                    state
                    hidden("direction", "reset")
                    button("Back to the usual order", class: "button small", id: "source-reset")
                }
            }
        }
    }

    private func row(_ name: String, at index: Int) -> HTML {
        element("li") {
            element("div") {
                name
                element("p", ["class": "soft small"]) { detail(of: name) }
            }
            if sources.order.count > 1 {
                element("div", ["class": "item-order"]) {
                    moveButton(name, "up", "↑", at: index, isEnabled: index > 0)
                    moveButton(
                        name, "down", "↓", at: index, isEnabled: index < sources.order.count - 1)
                }
            }
        }
    }

    private func detail(of name: String) -> String {
        sources.sources.filter { $0.name == name }.map { source in
            "\(source.class), \(NumberText.count(source.samples, "sample")), "
                + "\(source.firstDay.dayText) to \(source.lastDay.dayText)"
        }.joined(separator: "; ")
    }

    private func moveButton(
        _ name: String, _ direction: String, _ arrow: String, at index: Int, isEnabled: Bool
    ) -> HTML {
        form(selection.path + "/sources", visitor) {
            state
            hidden("source", name)
            hidden("direction", direction)
            element(
                "button",
                [
                    "class": "button quiet square", "id": "source-\(direction)-\(index)",
                    "aria-label": "Move \(name) \(direction)", "disabled": isEnabled ? nil : "",
                ]
            ) { arrow }
        }
    }

    /// The fields that lead back to the same trend.
    private var state: HTML {
        group { for field in selection.fields { hidden(field.name, field.value) } }
    }

    /// The order after a source moved by one; nil if it cannot move.
    static func order(
        _ order: [String], moving name: String, _ direction: String
    ) -> [String]? {
        guard let index = order.firstIndex(of: name) else { return nil }
        let other = direction == "up" ? index - 1 : index + 1
        guard order.indices.contains(other) else { return nil }
        var moved = order
        moved.swapAt(index, other)
        return moved
    }
}
