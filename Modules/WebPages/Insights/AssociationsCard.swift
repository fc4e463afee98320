import Contracts
import Presentation
import RPC

/// The metrics and activities that move together. They are read when a person asks for them, since
/// finding them can take a second.
struct AssociationsCard: HTMLPart {
    /// Nil: not asked for.
    let associations: Result<Insights.AssociationsResponse, Status>?

    static let parameter = "associations"
    private static let path = "/insights?\(parameter)=1"
    private static let shownCount = 20

    var html: HTML {
        switch associations {
        case .failure(let status):
            partFailure("Associations", status, fragment: "associations", path: Self.path)
        case .success(let response): card("associations", "Moves together") { list(response) }
        case nil: card("associations", "Moves together") { invitation }
        }
    }

    @HTMLBuilder private var invitation: HTML {
        element("p", ["class": "soft"]) {
            "Find metrics and activities that rise and fall together."
        }
        element("div", ["class": "row"]) {
            anchor(
                "Show associations", to: "\(Self.path)#card-associations", class: "button",
                id: "show-associations")
        }
    }

    @HTMLBuilder private func list(_ response: Insights.AssociationsResponse) -> HTML {
        if response.associations.isEmpty {
            element("p", ["class": "soft"]) { response.emptyReason }
        } else {
            element("ul", ["class": "rows"]) {
                for association in response.associations.prefix(Self.shownCount) {
                    element("li") { element("div") { association.sentence } }
                }
            }
        }
        element("p", ["class": "soft small"]) { response.notice }
    }
}
