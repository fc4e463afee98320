import Testing

@testable import WebPages

@Suite struct ShellTests {
    private func document(_ profiles: [String], language: String = "en") -> String {
        String(
            decoding: Shell(assets: "/assets/1").document(
                of: Page("Today", in: .today, content: .empty),
                for: Visitor(
                    profile: "sam", formToken: "token", language: language, profiles: profiles)),
            as: UTF8.self)
    }

    @Test(arguments: [
        ("de-AT", "<html lang=\"en-GB\" data-numbers=\"de-AT\">"),
        ("en-US", "<html lang=\"en-US\" data-numbers=\"en\" data-clock=\"12\">"),
        ("xx", "<html lang=\"en-GB\" data-numbers=\"en-GB\">"),
    ])
    func `scripts know the conventions of the reader`(language: String, element: String) {
        #expect(document([], language: language).contains(element))
    }

    @Test func `every page has a link to the search`() {
        #expect(document([]).contains("href=\"/search\""))
    }

    @Test(
        arguments: [
            (["section": "goals"], "/goals"), (["section": "today"], "/"),
            (["section": "//x"], "/"),
            ([:], "/"),
        ] as [([String: String], String)])
    func `a change of the profile stays at the entry of the navigation`(
        form: [String: String], path: String
    ) {
        #expect(Shell.path(afterProfileChange: form) == path)
    }

    @Test func `a session of several profiles has a menu of the other ones`() {
        let markup = document(["sam", "kim", "<b>"])

        #expect(markup.contains("action=\"/profile\""))
        #expect(markup.contains("name=\"profile\" value=\"kim\""))
        #expect(markup.contains("value=\"&lt;b&gt;\""))
        #expect(!markup.contains("value=\"sam\""))
    }

    @Test(arguments: [[], ["sam"]])
    func `a session of one profile has its name and no menu`(profiles: [String]) {
        let markup = document(profiles)

        #expect(markup.contains("<span class=\"profile\">sam</span>"))
        #expect(!markup.contains("/profile"))
    }

    @Test func `the changes of a page have its title, content and messages, and not the shell`() {
        let row = taggedElement("p", ["id": "row", "class": "long"]) { "A text" }
        var page = Page("Today", in: .today, content: row)
        page.toast = element("p") { "Logged" }
        let visitor = Visitor(profile: "sam", formToken: "token", language: "en")
        let shell = Shell(assets: "/assets/1")
        func changes(_ tags: String) -> String {
            String(
                decoding: shell.changes(
                    of: page, for: visitor, without: MarkupTag.all(in: tags)), as: UTF8.self)
        }

        let all = changes("")
        let tag = String(all.split(separator: "data-tag=\"")[1].prefix(MarkupTag.length))
        let known = changes(tag)

        #expect(all.hasPrefix("<!doctype html>\n<title>Today · Dayline</title><main "))
        #expect(all.contains("<p>Logged</p>"))
        #expect(!all.contains("<nav") && !all.contains("<link") && !all.contains("data-text"))
        #expect(all.contains("class=\"long\" data-tag=\"\(tag)\">A text</p>"))
        #expect(known.contains("<p id=\"row\" data-tag=\"\(tag)\" data-unchanged=\"\"></p>"))
        #expect(!known.contains("A text") && known.contains("<p>Logged</p>"))
    }
}
