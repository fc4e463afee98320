/// A list of rows; `rows` are `li` elements.
func rowList(_ rows: [HTML]) -> HTML {
    element("ul", ["class": "rows"]) { HTML.group(rows) }
}

/// The title of a row with a detail below.
func rowText(_ title: HTML, _ detail: String?) -> HTML {
    element("div") {
        title
        if let detail { smallText(detail) }
    }
}
