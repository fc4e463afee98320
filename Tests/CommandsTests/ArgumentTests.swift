import ArgumentParser
import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@testable import Commands

/// Conversion of command-line words before and during parsing.
@Suite struct ArgumentTests {
    @Test(
        arguments: [
            ("5", 5), ("-2.5", -2.5), ("\u{2212}3", -3), ("1e3", 1000), ("+7", 7), ("0x10", nil),
            ("nan", nil), ("inf", nil), ("1e999", nil), ("", nil), ("5 kg", nil), ("1,5", 1.5),
            ("1,500", nil),
        ] as [(String, Double?)])
    func `a number argument is decimal and finite`(word: String, value: Double?) {
        #expect(NumberArgument(argument: word)?.value == value)
    }

    @Test(arguments: ["--key", "--key-file"])
    func `follow accepts both names of the option of its key`(option: String) throws {
        _ = try FollowCommand.parse(["tcp://192.0.2.1:8421", option, "a.key"])

        #expect(throws: (any Error).self) { try FollowCommand.parse(["tcp://192.0.2.1:8421"]) }
    }

    @Test func `a key that may not copy the data is refused without a command for this home`() {
        let refusal = FollowCommand.refusal(
            Status(.permissionDenied, "The key \"phone\" cannot call X."), "phone")

        #expect(refusal.message.contains("\"phone\""))
        #expect(refusal.hint?.contains("(dayline keys new NAME --role replica)") == true)
    }

    @Test(arguments: [
        ("replica", "dayline follow tcp://192.0.2.1:8421 --key FILE"),
        ("worker:dayline.aggregation", "daylined --join tcp://192.0.2.1:8421 --key-file FILE"),
        ("log", "with the options --remote tcp://192.0.2.1:8421 --key-file FILE."),
    ])
    func `a new key is printed with the command that uses its role`(
        role: String, command: String
    ) throws {
        let text = NewKeyCommand.instructions(
            file: "a.key", roles: [try Role(role)], address: "tcp://192.0.2.1:8421")

        #expect(text.hasPrefix("The key is in a.key and in no other file."))
        #expect(text.hasSuffix(command))
    }

    @Test(
        arguments: [
            ([], nil), (["--health", "steps"], "steps"), (["--health", "none"], ""),
            (["--health", ""], ""),
        ] as [([String], String?)])
    func `the option --health none removes the link`(words: [String], health: String?) throws {
        #expect(try ActivityOptions.parse(words).fields.health == health)
    }

    @Test(arguments: [
        (["--every", "2d"], Schedule.everyDays(2)),
        (["--every", "3w"], .everyWeeks(3, on: [], weekStart: nil)),
        (["--every", "3w", "--weekly", "mon,fri"], .everyWeeks(3, on: [1, 5], weekStart: nil)),
        (["--times", "3/week"], .times(3, per: .week(startingOn: nil))),
        (["--times", "8/month"], .times(8, per: .month)),
    ])
    func `an interval or a number of times is a schedule`(
        words: [String], schedule: Schedule
    ) throws {
        #expect(try ActivityOptions.parse(words).fields.schedule == schedule)
    }

    @Test(arguments: [
        ["--every", "2"], ["--every", "0d"], ["--every", "2y"], ["--times", "3"],
        ["--times", "3/year"], ["--times", "/week"], ["--every", "2d", "--weekly", "mon"],
        ["--times", "3/week", "--weekly", "mon"], ["--times", "3/week", "--every", "2d"],
        ["--times", "3/week", "--carry-forward"],
    ])
    func `an interval that no schedule has is refused`(words: [String]) {
        #expect(throws: (any Error).self) { try ActivityOptions.parse(words) }
    }

    @Test(arguments: [
        (["log", "Water", "-5"], ["log", "Water", "\u{2212}5"]),
        (["goal", "--from", "-5"], ["goal", "--from=-5"]),
        (["goal", "--json", "-5"], ["goal", "--json", "\u{2212}5"]),
        (["goal", "--from=1", "-5"], ["goal", "--from=1", "\u{2212}5"]),
        (["today", "--on", "-1d"], ["today", "--on=-1d"]),
        (["vacation", "remove", "-2w..today"], ["vacation", "remove", "\u{2212}2w..today"]),
        (["log", "Water", "-2,5"], ["log", "Water", "\u{2212}2,5"]),
        (["log", "--", "-5"], ["log", "--", "-5"]), (["log", "-x"], ["log", "-x"]),
    ])
    func `a negative number is not parsed as an option`(words: [String], marked: [String]) {
        #expect(NumberArgument.marked(words) == marked)
    }

    @Test(arguments: [
        (["--json", "today"], ["today", "--json"]),
        (
            ["--home", "/x", "log", "Water", "--profile=kim"],
            ["log", "Water", "--home", "/x", "--profile=kim"]
        ),
        (["log", "--", "--json"], ["log", "--", "--json"]),
        (["--quiet", "log", "--", "a"], ["log", "--quiet", "--", "a"]),
        (["--json"], []), (["--json", "help"], ["help"]), (["log", "--home"], ["log", "--home"]),
        (["--profile", "kim", "reminder", "--help"], ["reminder", "--help"]),
        (["goal", "-h", "--json"], ["goal", "-h"]),
        (["---completion", "--json", "x"], ["---completion", "--json", "x"]),
    ])
    func `global options move after the command`(words: [String], moved: [String]) {
        #expect(GlobalOptions.movedAfterCommand(words) == moved)
    }

    @Test(arguments: [
        (["todya"], "There is no command \"todya\".", "Did you mean \"dayline today\"?"),
        (["xyzzy"], "There is no command \"xyzzy\".", "List the commands with: dayline help"),
        (
            ["activity", "ad"], "There is no command \"activity ad\".",
            "Did you mean \"dayline activity add\"?"
        ),
        (["help", "lgo"], "There is no command \"lgo\".", "Did you mean \"dayline log\"?"),
        (
            ["log", "Water", "-dash"], "There is no option \"-dash\".",
            "Write words that begin with a dash at the end, after --: dayline log … -- -dash"
        ),
        (
            ["--jso", "today"], "There is no global option \"--jso\".",
            "Did you mean \"--json\"?"
        ),
        (
            ["--interval", "week", "trends"],
            "There is no global option \"--interval\".",
            "Write the options of a command after its name."
        ),
        (
            ["log", "Water", "--note", "-n"], "There is no option \"-n\".",
            "Write it as the option's value with: --note=-n"
        ),
    ])
    func `an unknown command or option is reported with the nearest name`(
        words: [String], message: String, hint: String
    ) {
        let error = #expect(throws: Status.self) {
            try RawArguments(words, of: Dayline.self).check()
        }
        #expect(error?.message == message)
        #expect(error?.hint == hint)
    }

    @Test(arguments: [
        [], ["today"], ["log", "Water", "5"], ["activity", "add", "Water"], ["help"],
        ["help", "activity", "add"], ["log", "Water", "--", "-dash"], ["activity", "--help"],
        ["import", "-"], ["--version"], ["--help", "today"],
    ])
    func `valid command lines pass the check`(words: [String]) throws {
        try RawArguments(words, of: Dayline.self).check()
    }

    @Test(
        arguments: [
            ("mon,wed", [1, 3]), ("7,1", [1, 7]), ("Sunday", [7]), ("t", nil), ("tu,th", [2, 4]),
            ("8", nil), ("", nil), ("mon;tue", nil),
        ] as [(String, Set<Int>?)])
    func `weekdays are read from names, prefixes and numbers`(word: String, days: Set<Int>?) {
        #expect(WeekdayList(argument: word)?.values == days)
    }

    @Test(arguments: [
        ("Watch,Phone", ["Watch", "Phone"]), (" watch , Phone", ["watch", "Phone"]),
        ("Withings, Inc.,Phone", ["Withings, Inc.", "Phone"]),
        ("Toaster,Watch", ["Toaster", "Watch"]),
    ])
    func `a list of sources keeps commas within a known name`(list: String, names: [String]) throws
    {
        let known = ["Watch", "Phone", "Withings, Inc."]

        #expect(try SourcesCommand.names(list, among: known) == names)
    }

    @Test(arguments: ["", ",", "Watch,,Phone", " "])
    func `a list of sources with an empty name is rejected`(list: String) {
        #expect(throws: UsageError.self) {
            try SourcesCommand.names(list, among: ["Watch", "Phone"])
        }
    }
}
