/// A control below its label. `id` is the identifier of the control.
func labelled(
    _ label: String, for id: String, @HTMLBuilder _ control: () -> HTML
) -> HTML {
    element("div", ["class": "field"]) {
        element("label", ["for": id]) { label }
        control()
    }
}
