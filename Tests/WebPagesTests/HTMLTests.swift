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

    @Test func `addresses of pages and assets get the prefix, others do not`() {
        let links = group {
            element("a", ["href": "/day", "title": "/day"])
            element("form", ["action": "/"])
            element("a", ["href": "?x"])
            element("a", ["href": "https://a.example/"])
        }

        #expect(
            String(decoding: links.written(prefix: "/d").bytes, as: UTF8.self)
                == #"<a href="/d/day" title="/day"></a><form action="/d/"></form>"#
                + #"<a href="?x"></a><a href="https://a.example/"></a>"#)
    }
}
