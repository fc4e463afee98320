import Contracts
import Milestones
import Presentation

/// The message of a reached milestone. Its button acknowledges the milestone.
struct MilestoneCelebration {
    let celebration: Weights.Celebration
    let visitor: Visitor
    /// The page after the change, `weight` or `goals`.
    let back: String

    var html: HTML {
        element(
            "dialog",
            [
                "class": "celebration", "id": "celebration", "open": "",
                "aria-labelledby": "celebration-title",
            ]
        ) {
            Drawing.sun
            element("div") {
                element("h2", ["id": "celebration-title"]) {
                    "\(NumberText.short(celebration.target)) \(celebration.unit.rawValue) is reached"
                }
                smallText(
                    "The milestone was reached on \(celebration.achievedDate.dayMonthAndYear).")
            }
            element("form", ["method": "post", "action": "/weight/acknowledge"]) {
                formToken(visitor)
                FormKey.field
                hidden("back", back)
                button("Close", id: "acknowledge")
            }
        }
    }
}
