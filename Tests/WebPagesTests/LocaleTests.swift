import CivilTime
import Contracts
import Presentation
import Testing
import Texts

@testable import WebPages

@Suite struct LocaleTests {
    /// 2026-11-22, a Sunday.
    private let day = CivilDate(days: 20_779)

    private func texts<Value>(_ tag: String, _ body: () throws -> Value) rethrows -> Value {
        try TextLocale.$current.withValue(TextLocale(acceptLanguage: tag), operation: body)
    }

    @Test(arguments: [
        ("de", "Sunday 22 November 2026", "22 Nov", "22 November", "22 Nov 2026"),
        ("en", "Sunday, November 22, 2026", "Nov 22", "November 22", "Nov 22, 2026"),
        ("", "Sunday 22 November 2026", "22 Nov", "22 November", "22 Nov 2026"),
    ])
    func `days have the order of their reader`(
        tag: String, full: String, short: String, near: String, dated: String
    ) {
        texts(tag) {
            #expect(day.fullText == full)
            #expect(day.shortText == short)
            #expect(day.text(near: day) == near)
            #expect(day.shortDayMonthAndYear == dated)
        }
    }

    @Test func `a day of another year has its year`() {
        let newYear = CivilDate(days: 20_819)

        texts("de") {
            #expect(newYear.longText(near: day) == "Friday 1 January 2027")
            #expect(day.longText(near: day) == "Sunday 22 November")
        }
        #expect(texts("en") { newYear.longText(near: day) } == "Friday, January 1, 2027")
    }

    @Test(arguments: [
        ("de", "log Water 1,240 ml on 2026-11-28", "Logged Water 1.240 ml on 28 November 2026."),
        ("en", "log Water 1,240 ml on 2026-11-28", "Logged Water 1,240 ml on November 28, 2026."),
        (
            "de", "log Tea 12,500.5 fl oz on 2026-11-28",
            "Logged Tea 12.500,5 fl oz on 28 November 2026."
        ),
        ("en", "log Floss, Read", "Logged Floss, Read."),
        ("en", "log 1984", "Logged 1984."),
        ("en", "log Year 2000 on 2026-11-28", "Logged Year 2000 on November 28, 2026."),
        ("de", "weight 81.25 kg", "Logged the weight 81,25 kg."),
        ("en", "skip Read on 2026-11-28", "Skipped Read on November 28, 2026."),
        ("en", "edit of stepCount", "Done: edit of stepCount."),
        ("en", "sort them", "Done: sort them."),
    ])
    func `a step is a sentence in the conventions of its reader`(
        tag: String, summary: String, sentence: String
    ) {
        #expect(texts(tag) { StepText.sentence(summary) } == sentence)
    }

    @Test(arguments: [
        (
            "Done 1,250.5 of 2,000 ml from 2026-11-22 through 2026-11-28.",
            "Done 1.250,5 of 2.000 ml from 22 November 2026 through 28 November 2026."
        ),
        (
            "Version 1.2.3, (2026-11-22): 12,5 and 0.50",
            "Version 1.2.3, (22 November 2026): 12,5 and 0,50"
        ),
    ])
    func `days and numbers of a service are written for the reader`(
        text: String, localized: String
    ) {
        #expect(texts("de") { ServiceSentence.localized(text) } == localized)
    }

    @Test(arguments: [
        ("de", "16 Nov\u{A0}– 22 Nov"), ("en", "Nov 16\u{A0}– Nov 22"), ("", "Nov 16-Nov 22"),
    ])
    func `a week has the order of its reader`(tag: String, label: String) {
        texts(tag) {
            #expect(Interval.week.bucket(containing: day).label == label)
        }
    }

    @Test func `the year of a week that a target counts for is written once`() {
        var item = FakeDay.item("Gym")
        item.period = Journal.Period(from: day.advanced(by: -6), to: day, done: 2, needed: 3)

        #expect(texts("de") { item.progressText } == "2 of 3 from 16 Nov to 22 Nov 2026")
        #expect(texts("") { item.progressText } == "2 of 3 from 2026-11-16 to 2026-11-22")
    }

    @Test(arguments: [
        ("2026-11-22T00:05:09+01:00", "12:05 am"), ("2026-11-22T11:59:00Z", "11:59 am"),
        ("2026-11-22T12:00:00Z", "12:00 pm"), ("2026-11-22T23:10:00Z", "11:10 pm"), ("", ""),
    ])
    func `readers with twelve hours have am and pm`(instant: String, text: String) {
        #expect(texts("en-US") { TimeText.time(instant) } == text)
        #expect(
            texts("de") { TimeText.time(instant) } == String(instant.dropFirst(11).prefix(5)))
    }

    @Test(arguments: [
        ("9", "9 am"), ("24", "12 am"), ("12:00", "12:00 pm"), ("25", "25"), ("–", "–"),
    ])
    func `a clock is a time or unchanged`(time: String, text: String) {
        #expect(texts("en") { TimeText.clock(time) } == text)
    }

    @Test func `the value of an input is read as it is written`() {
        for number in [0.5, 1.125, -2.5, 1234.5, 1e-7, 80] {
            texts("de") {
                var input = FormInput("form", ["value": NumberText.input(number)])
                #expect(!NumberText.input(number).contains("."))
                #expect(input.number("value") == number)
            }
        }
    }

    @Test(arguments: [
        ("de", "0,5 l", InputValue.text("0.5 l")), ("de", "1,500", .number(1.5)),
        ("en", "1.5 l", .text("1.5 l")), ("", "7,5", .number(7.5)),
        ("de", "good, not bad", .text("good, not bad")), ("de", "250ml", .text("250ml")),
    ])
    func `the amount of a form has a point for services`(
        tag: String, typed: String, value: InputValue
    ) throws {
        #expect(try texts(tag) { try InputValue(form: typed) } == value)
    }
}
