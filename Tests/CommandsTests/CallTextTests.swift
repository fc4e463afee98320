import RPC
import Testing

@testable import Commands

/// Messages of the bus as a person writes and reads them.
@Suite struct CallTextTests {
    @Test(arguments: [
        #"{"name":"steps"}"#, #"{"body":{"a":1},"columns":{"n":[1,2],"x":[0.5,null]}}"#,
        #"{"body":{},"columns":{"data":"AAECAw=="}}"#,
    ])
    func `what is read is what was written`(text: String) throws {
        #expect(try CallText.json(CallText.content(text, as: nil)) == text)
    }

    @Test func `a message of nothing is an empty object`() throws {
        #expect(try CallText.json(WireContent(body: Bytes([] as [UInt8]))) == "{}")
    }

    @Test func `whole numbers are integers, and others are not`() throws {
        let content = try CallText.content(
            #"{"columns":{"n":[1,2],"x":[1,2.5],"e":[]}}"#, as: nil)

        #expect(content.columns.map(\.name) == ["e", "n", "x"])
        #expect(content.columns.map(\.type) == [.int64, .int64, .float64])
    }

    @Test(arguments: ["{", "", #"{"columns":{"n":["a"]}}"#, #"{"columns":{"n":"?"}}"#])
    func `what is no message is refused`(text: String) {
        #expect(throws: UsageError.self) { try CallText.content(text, as: nil) }
    }

    private let form = MessageValidator(
        of: MethodName(service: "s.S", method: "M"),
        .object([
            .init("name", .string, isRequired: true),
            .init("kind", .choice(["day", "week"]), isRequired: false),
            .init("limit", .integer, isRequired: false),
            .init("tags", .array(.string), isRequired: false),
            .init(
                "inner",
                .part([
                    .init("x", .number, isRequired: true)
                ]), isRequired: false),
        ]))

    @Test(arguments: [
        #"{"name":"a"}"#, #"{"name":"a","kind":"week","limit":3,"tags":["x"],"inner":{"x":1.5}}"#,
        #"{"name":"a","limit":null,"inner":{"x":1,"y":2}}"#,
    ])
    func `a message of the form passes`(text: String) throws {
        _ = try CallText.content(text, as: form)
    }

    @Test(arguments: [
        (#"{}"#, #"s.S/M needs "name"."#, "See its form with: dayline services s.S"),
        (
            #"{"name":1}"#, #""name" of s.S/M is text, not 1."#,
            "See its form with: dayline services s.S"
        ),
        (
            #"{"name":null}"#, #""name" of s.S/M is text, not null."#,
            "See its form with: dayline services s.S"
        ),
        (#"{"name":"a","limt":1}"#, #"s.S/M knows no key "limt"."#, #"Did you mean "limit"?"#),
        (
            #"{"name":"a","zzz":1}"#, #"s.S/M knows no key "zzz"."#,
            "It takes: inner, kind, limit, name, tags."
        ),
        (
            #"{"name":"a","kind":"weak"}"#, #""kind" of s.S/M cannot be "weak"."#,
            #"Did you mean "week"?"#
        ),
        (
            #"{"name":"a","kind":"x"}"#, #""kind" of s.S/M cannot be "x"."#,
            "It is one of: day, week."
        ),
        (
            #"{"name":"a","limit":1.5}"#, #""limit" of s.S/M is a whole number, not 1.5."#,
            "See its form with: dayline services s.S"
        ),
        (
            #"{"name":"a","tags":["x",2]}"#, #""tags.1" of s.S/M is text, not 2."#,
            "See its form with: dayline services s.S"
        ),
        (
            #"{"name":"a","inner":{}}"#, #"s.S/M needs "inner.x"."#,
            "See its form with: dayline services s.S"
        ),
        (
            #"[]"#, "A message of s.S/M is an object, not a list.",
            "See its form with: dayline services s.S"
        ),
    ])
    func `the first thing that is wrong is told`(text: String, message: String, hint: String) {
        let refusal = #expect(throws: UsageError.self) {
            try CallText.content(text, as: form)
        }
        #expect(refusal?.status.message == message)
        #expect(refusal?.status.hint == hint)
    }
}
