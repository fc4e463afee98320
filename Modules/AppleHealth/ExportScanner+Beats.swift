import Metrics

extension ExportScanner {
    /// A beat of a heart rate variability measurement.
    struct Beat {
        var perMinute: Double
        /// Milliseconds since the last full quarter of an hour.
        var time: Int64

        /// Nil when one of the two cannot be used.
        init?(rate: ByteSlice?, time: ByteSlice?) {
            guard let rate = rate.flatMap(DecimalNumber.value), rate.isMeasurable,
                let time = time.flatMap(BeatTime.milliseconds)
            else { return nil }
            perMinute = rate
            self.time = time
        }
    }

    /// Reads the beats that come next, as long as they are of the usual form; a measurement has dozens.
    /// What comes behind them, whatever it is, is left to ``nextChild(from:before:tag:of:withinCorrelation:)``.
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

    /// The beat behind some white space, and where it ends; nil when it is not there, not whole, or of
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
            // Where a quote is missing, the next one is behind other markup.
            ByteSlice(rate, to: timeEnd).first(.less) == nil,
            let beat = Beat(rate: ByteSlice(rate, to: rateEnd), time: ByteSlice(time, to: timeEnd))
        else { return nil }
        return (beat, next)
    }

    /// Of a beat in the usual form.
    private static let maximumBeatLength = 128
}

extension UnsafePointer<UInt8> {
    /// Behind `text`, if that is next.
    @inline(__always)
    fileprivate func skipping(
        _ text: StaticString, before end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
        self <= end && ByteSlice(self, to: end).starts(with: text)
            ? self + text.utf8CodeUnitCount : nil
    }
}
