import HealthMetrics

extension ExportScanner {
    /// A beat of a heart rate variability measurement.
    struct Beat {
        var perMinute: Double
        /// Milliseconds since the last full quarter of an hour.
        var time: Int64

        /// Nil if the rate or the time is invalid.
        init?(rate: ByteSlice?, time: ByteSlice?) {
            guard let rate = rate.flatMap(DecimalParser.value), rate.isMeasurable,
                let time = time.flatMap(BeatTime.milliseconds)
            else { return nil }
            perMinute = rate
            self.time = time
        }
    }

    /// Reads consecutive beats of the usual form; a measurement has dozens. Text after them is
    /// read by ``nextChild(from:before:tag:of:withinCorrelation:)``.
    static func readPlainBeats(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, into beats: inout [Beat]
    ) -> UnsafePointer<UInt8> {
        var position = start
        while let (beat, next) = plainBeat(position, before: end) {
            beats.append(beat)
            position = next
        }
        return position
    }

    /// The beat after optional white space, and its end; nil if it is absent, incomplete or of
    /// another form.
    private static func plainBeat(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> (Beat, next: UnsafePointer<UInt8>)? {
        var position = start
        while position < end, position.pointee.isSpace { position += 1 }
        let end = min(end, position + Self.maximumBeatLength)
        guard let rate = position.skipping("<InstantaneousBeatsPerMinute bpm=\"", before: end),
            let rateEnd = rate.first(.quote, before: end),
            let time = rateEnd.skipping("\" time=\"", before: end),
            let timeEnd = time.first(.quote, before: end),
            let next = timeEnd.skipping("\"/>", before: end),
            // With a missing quote, the next quote is after other markup.
            ByteSlice(rate, to: timeEnd).first(.less) == nil,
            let beat = Beat(rate: ByteSlice(rate, to: rateEnd), time: ByteSlice(time, to: timeEnd))
        else { return nil }
        return (beat, next)
    }

    /// Maximum length of a beat of the usual form.
    private static let maximumBeatLength = 128
}

extension UnsafePointer<UInt8> {
    /// The position after `text`; nil if other bytes are next.
    @inline(__always)
    fileprivate func skipping(
        _ text: StaticString, before end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        self <= end && ByteSlice(self, to: end).starts(with: text)
            ? self + text.utf8CodeUnitCount : nil
    }
}
