/// The conventions of numbers, days and times for the reader of a text. Words stay English.
package struct TextLocale: Hashable, Sendable {
    /// The language tag, such as `de` or `pt-PT`.
    package let tag: String
    package let numbers: NumberSigns
    /// True for `November 22`, false for `22 November`.
    package let isMonthFirst: Bool
    /// True for `2:18 pm`, false for `14:18`.
    package let hasTwelveHours: Bool
    /// The ISO number of the first day of a week: 1 is Monday, 7 is Sunday.
    package let firstWeekday: Int

    init(
        _ tag: String, _ numbers: NumberSigns, isMonthFirst: Bool = false,
        hasTwelveHours: Bool = false, firstWeekday: Int = 1
    ) {
        self.tag = tag
        self.numbers = numbers
        self.isMonthFirst = isMonthFirst
        self.hasTwelveHours = hasTwelveHours
        self.firstWeekday = firstWeekday
    }

    /// The reader of the texts that this task writes. Nil: not a person with known conventions, such as
    /// the reader of a file or of the command line.
    @TaskLocal package static var current: TextLocale?

    /// The conventions for readers of other languages: those of British English, as the words.
    package static let fallback = TextLocale("en-GB", .standard)

    /// The ISO numbers of the days of a week from its first day on.
    package var weekdays: [Int] { (0..<7).map { (firstWeekday - 1 + $0) % 7 + 1 } }
}

/// The signs within numbers.
package struct NumberSigns: Hashable, Sendable {
    package let decimal: String
    /// The sign between groups of digits.
    package let group: String
    /// The least number of digits of a whole part that is grouped.
    var leastDigits = 4
    /// The length of the groups before the last one, which has three digits.
    var laterGroup = 3

    /// `1,234.5`.
    package static let standard = NumberSigns(decimal: ".", group: ",")
}
