/// Parses the times of the beats of a heart rate variability measurement.
///
/// The times are written in the owner's locale without date and zone: `20:14:07.68`, `6:14:48.94 PM`,
/// with commas, with the half of the day in front. Minutes and seconds suffice: a measurement lasts
/// about a minute and zone offsets are whole quarters of an hour, so that the time modulo a quarter
/// determines the time since the start.
enum BeatTime {
    static let quarter: Int64 = 15 * 60_000
    /// Starts are truncated to seconds and the clock is read twice, so that a beat may appear to
    /// precede its start.
    static let tolerance: Int64 = 15_000

    /// Milliseconds since the last full quarter of an hour; nil if the text is not a time.
    static func milliseconds(_ text: ByteSlice) -> Int64? {
        var fields = SIMD4<Int64>()
        var count = 0
        var digits = 0
        var position = text.start
        while position < text.end {
            guard let (digit, length) = digit(at: position, before: text.end) else {
                digits = 0
                position += 1
                continue
            }
            if digits == 0 { count += 1 }
            digits += 1
            guard count <= 4, digits <= 9 else { return nil }
            position += length
            if count < 4 {
                fields[count - 1] = fields[count - 1] * 10 + digit
            } else {
                // The fourth field is a fraction: tenths, hundredths, thousandths.
                fields[3] += digit * (digits == 1 ? 100 : digits == 2 ? 10 : digits == 3 ? 1 : 0)
            }
        }
        guard count >= 3, fields[1] < 60, fields[2] < 60 else { return nil }
        return (fields[1] * 60_000 + fields[2] * 1000 + fields[3]) % quarter
    }

    /// The instant of a beat shortly after `previous`.
    static func instant(_ milliseconds: Int64, after previous: Int64) -> Int64 {
        let step = (milliseconds - previous % quarter + 2 * quarter) % quarter
        return previous + (step >= quarter - tolerance ? step - quarter : step)
    }

    /// A decimal digit of a script used by HealthKit's locales, and its length in bytes.
    private static func digit(
        at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> (value: Int64, length: Int)? {
        let byte = position.pointee
        if byte &- 0x30 <= 9 { return (Int64(byte &- 0x30), 1) }
        guard byte >= 0xC0 else { return nil }
        // U+0660 and U+06F0, Arabic; U+0966, Devanagari; U+09E6, Bengali.
        if end - position >= 2, byte == 0xD9, position[1] &- 0xA0 <= 9 {
            return (Int64(position[1] &- 0xA0), 2)
        }
        if end - position >= 2, byte == 0xDB, position[1] &- 0xB0 <= 9 {
            return (Int64(position[1] &- 0xB0), 2)
        }
        if end - position >= 3, byte == 0xE0, position[1] == 0xA5 || position[1] == 0xA7,
            position[2] &- 0xA6 <= 9
        {
            return (Int64(position[2] &- 0xA6), 3)
        }
        return nil
    }
}
