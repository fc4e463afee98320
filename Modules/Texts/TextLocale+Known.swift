extension TextLocale {
    /// The conventions of the Common Locale Data Repository for the languages that have digits 0 to 9 in
    /// it, and for the regions that differ from their language.
    package static let known: [TextLocale] = [
        TextLocale("af", .spaceComma, firstWeekday: 7),
        TextLocale("ar", .standard, hasTwelveHours: true, firstWeekday: 6),
        TextLocale("bg", .spaceCommaFrom5),
        TextLocale("bn", .pairs, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("ca", .pointComma),
        TextLocale("cs", .spaceComma),
        TextLocale("da", .pointComma),
        TextLocale("de", .pointComma),
        TextLocale("de-AT", .spaceComma),
        TextLocale("de-CH", .apostrophePoint),
        TextLocale("de-LI", .apostrophePoint),
        TextLocale("el", .pointComma, hasTwelveHours: true),
        TextLocale(
            "en", .standard, isMonthFirst: true, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("en-AU", .standard, hasTwelveHours: true),
        TextLocale("en-BE", .pointComma),
        TextLocale("en-CH", .apostrophePoint),
        TextLocale("en-DE", .pointComma),
        TextLocale("en-DK", .pointComma),
        TextLocale("en-GB", .standard),
        TextLocale("en-HK", .standard, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("en-IE", .standard),
        TextLocale("en-IL", .standard, firstWeekday: 7),
        TextLocale("en-IN", .pairs, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("en-NL", .pointComma),
        TextLocale("en-NZ", .standard, hasTwelveHours: true),
        TextLocale("en-SE", .spaceComma),
        TextLocale("en-SG", .standard, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("en-ZA", .spaceComma, firstWeekday: 7),
        TextLocale("es", .pointCommaFrom5),
        TextLocale("es-419", .standard, hasTwelveHours: true),
        TextLocale("es-AR", .pointComma, hasTwelveHours: true),
        TextLocale("es-CL", .pointComma, hasTwelveHours: true),
        TextLocale("es-CO", .pointComma, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("es-MX", .standard, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("es-PE", .standard, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("es-US", .standard, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("et", .spaceCommaFrom5),
        TextLocale("fa", .standard, firstWeekday: 6),
        TextLocale("fi", .spaceComma),
        TextLocale(
            "fil", .standard, isMonthFirst: true, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("fr", .narrowSpaceComma),
        TextLocale("fr-CA", .spaceComma, firstWeekday: 7),
        TextLocale("fr-LU", .pointComma),
        TextLocale("he", .standard, firstWeekday: 7),
        TextLocale("hi", .pairs, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("hr", .pointComma),
        TextLocale("hu", .spaceCommaFrom5, isMonthFirst: true),
        TextLocale("id", .pointComma, firstWeekday: 7),
        TextLocale("it", .pointCommaFrom5),
        TextLocale("ja", .standard, isMonthFirst: true, firstWeekday: 7),
        TextLocale("ko", .standard, isMonthFirst: true, hasTwelveHours: true, firstWeekday: 7),
        TextLocale("lt", .spaceComma, isMonthFirst: true),
        TextLocale("lv", .spaceCommaFrom5),
        TextLocale("ms", .standard, hasTwelveHours: true),
        TextLocale("nb", .spaceComma),
        TextLocale("nl", .pointComma),
        TextLocale("no", .spaceComma),
        TextLocale("pl", .spaceCommaFrom5),
        TextLocale("pt", .pointComma, firstWeekday: 7),
        TextLocale("pt-PT", .spaceCommaFrom5, firstWeekday: 7),
        TextLocale("ro", .pointComma),
        TextLocale("ru", .spaceComma),
        TextLocale("sk", .spaceComma),
        TextLocale("sl", .pointCommaFrom5),
        TextLocale("sr", .pointComma),
        TextLocale("sv", .spaceComma),
        TextLocale("th", .standard, firstWeekday: 7),
        TextLocale("tr", .pointComma),
        TextLocale("uk", .spaceComma),
        TextLocale("vi", .pointComma),
        TextLocale("zh", .standard, isMonthFirst: true),
        TextLocale(
            "zh-HK", .standard, isMonthFirst: true, hasTwelveHours: true, firstWeekday: 7),
        TextLocale(
            "zh-TW", .standard, isMonthFirst: true, hasTwelveHours: true, firstWeekday: 7),
    ]
}

extension NumberSigns {
    /// `1.234,5`.
    fileprivate static let pointComma = NumberSigns(decimal: ",", group: ".")
    /// `1234,5` and `12.345,5`.
    fileprivate static let pointCommaFrom5 = NumberSigns(
        decimal: ",", group: ".", leastDigits: 5)
    /// `1 234,5`.
    fileprivate static let spaceComma = NumberSigns(decimal: ",", group: "\u{A0}")
    /// `1234,5` and `12 345,5`.
    fileprivate static let spaceCommaFrom5 = NumberSigns(
        decimal: ",", group: "\u{A0}", leastDigits: 5)
    fileprivate static let narrowSpaceComma = NumberSigns(decimal: ",", group: "\u{202F}")
    /// `1’234.5`.
    fileprivate static let apostrophePoint = NumberSigns(decimal: ".", group: "’")
    /// `12,34,567.5`.
    fileprivate static let pairs = NumberSigns(decimal: ".", group: ",", laterGroup: 2)
}
