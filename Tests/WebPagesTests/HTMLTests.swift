import Testing

@testable import WebPages

struct HTMLTests {
    @Test func `a shape of a picture does not contain the next shape`() {
        let picture = element("svg") {
            element("circle", ["r": "1"])
            element("path", ["d": "M0 0"])
        }

        #expect(
            picture.markup == #"<svg><circle r="1"></circle><path d="M0 0"></path></svg>"#)
    }

    @Test func `texts and values are escaped, and void elements have no end tag`() {
        let field = element("p", ["title": #"'"<>&"#, "hidden": nil]) {
            element("input", ["value": "\u{1}"])
            "<b>"
        }

        #expect(
            field.markup
                == #"<p title="&#39;&quot;&lt;&gt;&amp;"><input value="\u{FFFD}">&lt;b&gt;</p>"#
                .replacing(#"\u{FFFD}"#, with: "\u{FFFD}"))
    }
}
