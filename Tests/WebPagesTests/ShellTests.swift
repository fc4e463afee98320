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
}
