import Presentation
import RPC
import Testing

@testable import Commands

/// Messages of the bus as JSON text.
@Suite struct CallTextTests {
    @Test(arguments: [
        #"{"name":"steps"}"#, #"{"body":{"a":1},"columns":{"n":[1,2],"x":[0.5,null]}}"#,
        #"{"body":{},"columns":{"data":"AAECAw=="}}"#,
    ])
    func `a message is unchanged after parsing and formatting`(text: String) throws {
        #expect(try CallText.content(text, as: nil).jsonText == text)
    }

    @Test func `an empty body is formatted as an empty object`() throws {
        #expect(try WireContent(body: Bytes([] as [UInt8])).jsonText == "{}")
    }

    @Test func `a column of whole numbers has integers, any other has floating-point numbers`()
        throws
    {
        let content = try CallText.content(
            #"{"columns":{"n":[1,2],"x":[1,2.5],"e":[]}}"#, as: nil)

        #expect(content.columns.map(\.name) == ["e", "n", "x"])
        #expect(content.columns.map(\.type) == [.int64, .int64, .float64])
    }

    @Test(arguments: ["{", "", #"{"columns":{"n":["a"]}}"#, #"{"columns":{"n":"?"}}"#])
    func `a text that is not a message is rejected`(text: String) {
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
    func `a message that matches the schema passes`(text: String) throws {
        _ = try CallText.content(text, as: form)
    }

    @Test(arguments: [
        (#"{}"#, #"s.S/M needs "name"."#, "Show the schema with: dayline services s.S"),
        (
            #"{"name":1}"#, #""name" of s.S/M has to be text, not 1."#,
            "Show the schema with: dayline services s.S"
        ),
        (
            #"{"name":null}"#, #""name" of s.S/M has to be text, not null."#,
            "Show the schema with: dayline services s.S"
        ),
        (#"{"name":"a","limt":1}"#, #"s.S/M has no key "limt"."#, #"Did you mean "limit"?"#),
        (
            #"{"name":"a","zzz":1}"#, #"s.S/M has no key "zzz"."#,
            "The keys are: inner, kind, limit, name, tags."
        ),
        (
            #"{"name":"a","kind":"weak"}"#, #""kind" of s.S/M cannot be "weak"."#,
            #"Did you mean "week"?"#
        ),
        (
            #"{"name":"a","kind":"x"}"#, #""kind" of s.S/M cannot be "x"."#,
            "Use one of: day, week."
        ),
        (
            #"{"name":"a","limit":1.5}"#, #""limit" of s.S/M has to be a whole number, not 1.5."#,
            "Show the schema with: dayline services s.S"
        ),
        (
            #"{"name":"a","tags":["x",2]}"#, #""tags.1" of s.S/M has to be text, not 2."#,
            "Show the schema with: dayline services s.S"
        ),
        (
            #"{"name":"a","inner":{}}"#, #"s.S/M needs "inner.x"."#,
            "Show the schema with: dayline services s.S"
        ),
        (
            #"[]"#, "A message of s.S/M has to be an object, not a list.",
            "Show the schema with: dayline services s.S"
        ),
    ])
    func `a mismatch is reported with its key and a hint`(
        text: String, message: String, hint: String
    ) {
        let error = #expect(throws: UsageError.self) {
            try CallText.content(text, as: form)
        }
        #expect(error?.status.message == message)
        #expect(error?.status.hint == hint)
    }
}
