import Testing

@testable import WebPages

@Suite struct MarkupTests {
    /// A list with a row for each text.
    private func list(_ texts: [String], key: String = "1") -> Markup {
        taggedElement("ul", ["class": "items", "data-fragment": "list"]) {
            for (index, text) in texts.enumerated() {
                taggedElement("li", ["class": "item", "id": "item-\(index)"]) {
                    HTML.unstable(element("input", ["value": key]))
                    text
                }
            }
        }.written(prefix: "")
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The tags of the elements in the order of their starts.
    private func tags(_ markup: Markup) -> [String] {
        text(markup.bytes).split(separator: " data-tag=\"").dropFirst().map {
            String($0.prefix(MarkupTag.length))
        }
    }

    private func bytes(_ markup: Markup, without tags: [String]) -> String {
        text(markup.bytes(without: MarkupTag.all(in: tags.joined())))
    }

    @Test func `the tags of a row and of the elements around it change with its text`() {
        let before = tags(list(["a", "b"]))
        let after = tags(list(["a", "c"]))

        #expect(before.count == 3 && Set(before).count == 3)
        #expect(before[1] == after[1])
        #expect(before[0] != after[0])
        #expect(before[2] != after[2])
    }

    @Test func `no tag changes with an unstable part`() {
        #expect(tags(list(["a", "b"], key: "1")) == tags(list(["a", "b"], key: "23")))
    }

    @Test func `a known row is an empty element with its name and tag`() {
        let tags = tags(list(["a", "b"]))
        let changed = list(["a", "c"])

        let answer = bytes(changed, without: tags)

        let whole = self.tags(changed)[0]
        let row = self.tags(changed)[2]
        #expect(
            answer == #"<ul class="items" data-fragment="list" data-tag="\#(whole)">"#
                + #"<li id="item-0" data-tag="\#(tags[1])" data-unchanged=""></li>"#
                + #"<li class="item" id="item-1" data-tag="\#(row)"><input value="1">c</li></ul>"#)
    }

    @Test func `a known list is empty, and unknown and incomplete tags leave out nothing`() {
        let markup = list(["a", "b"])
        let tags = tags(markup)

        #expect(
            bytes(markup, without: tags)
                == #"<ul data-fragment="list" data-tag="\#(tags[0])" data-unchanged=""></ul>"#)
        #expect(bytes(markup, without: ["AAAAAA", "x"]) == text(markup.bytes))
        #expect(bytes(markup, without: []) == text(markup.bytes))
    }

    @Test(arguments: ["", "a", "abcdefgh", "abcdefghi", "\u{0}", "\u{0}\u{0}"])
    func `texts that differ at their end have different tags`(text: String) {
        func tag(_ text: String) -> MarkupTag {
            var hash = MarkupHash()
            Array(text.utf8).withUnsafeBytes { hash.add($0) }
            return MarkupTag(hash)
        }

        #expect(tag(text) == tag(text))
        #expect(tag(text) != tag(text + "b"))
        #expect(tag(text) != tag(text + "\u{0}"))
    }
}
