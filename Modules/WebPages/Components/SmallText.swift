/// A paragraph of small, soft text, such as a detail or an explanation.
func smallText(_ text: String) -> HTML {
    element("p", ["class": "soft small"]) { text }
}
