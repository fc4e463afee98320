import CivilTime
import DeviceExports
import JSON

/// Times of a Fitbit export. Sleep and weight are on the wall clock of the account. Steps, heart rates and
/// exercises are on the clock of the archive, which is that of UTC or the wall clock.
struct FitbitTime {
    let export: ExportTime
    var clock: Clock

    /// The clock of steps, heart rates and exercises.
    enum Clock: String {
        case utc
        case local
    }

    /// The instant of a time of a step or heart rate in milliseconds since 1970, UTC.
    func instant(_ milliseconds: Int64) -> Int64 {
        clock == .utc ? milliseconds : export.instant(local: milliseconds)
    }

    /// Milliseconds since 1970-01-01T00:00 on the clock of a text such as `01/31/24 23:59:00`; nil for
    /// other texts.
    static func milliseconds(_ text: some Collection<UInt8>) -> Int64? {
        guard text.count == 17 else { return nil }
        var numbers: [Int] = []
        var index = text.startIndex
        for (position, separator) in [(0, "/"), (1, "/"), (2, " "), (3, ":"), (4, ":"), (5, "")] {
            guard let number = twoDigits(text, &index) else { return nil }
            numbers.append(number)
            guard position < 5 else { continue }
            guard text[index] == separator.utf8.first else { return nil }
            index = text.index(after: index)
        }
        guard let date = CivilDate(2000 + numbers[2], numbers[0], numbers[1]), numbers[3] < 24,
            numbers[4] < 60, numbers[5] < 60
        else { return nil }
        let seconds = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        return (Int64(date.days) * secondsPerDay + Int64(seconds)) * 1000
    }

    /// The day of a text such as `01/31/24`; nil for other texts.
    static func day(_ text: String) -> CivilDate? {
        let parts = text.prefix(10).split(separator: "/").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        return CivilDate(parts[2] < 100 ? 2000 + parts[2] : parts[2], parts[0], parts[1])
    }

    private static func twoDigits<Text: Collection<UInt8>>(
        _ text: Text, _ index: inout Text.Index
    ) -> Int? {
        var number = 0
        for _ in 0..<2 {
            let digit = Int(text[index]) - 48
            guard (0...9).contains(digit) else { return nil }
            number = number * 10 + digit
            index = text.index(after: index)
        }
        return number
    }
}
