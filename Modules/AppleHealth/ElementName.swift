/// Recognises the element names that end a damaged element.
enum ElementName {
    enum Match {
        case yes, no
        /// The bytes end within the name.
        case undecided
    }

    /// Matches the start of a top-level element, or the end of the root, at the `<` at `position`.
    ///
    /// A Record within a Correlation is a child and does not match.
    static func beginsTopLevel(
        at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>,
        withinCorrelation: Bool
    ) -> Match {
        guard end - position >= 2 else { return .undecided }
        if position[1] == .slash {
            return name(at: position + 2, before: end) { $0.equals("HealthData") }
        }
        return name(at: position + 1, before: end) { name in
            if name.equals("Record") { return !withinCorrelation }
            return isTopLevel(name)
        }
    }

    /// Matches markup at the `<` at `position` within an attribute, which means that the attribute is
    /// not closed. Other text may have an unescaped `<`.
    static func isMarkup(
        at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
    ) -> Match {
        guard end - position >= 2 else { return .undecided }
        let start = position[1] == .slash ? position + 2 : position + 1
        return name(at: start, before: end) { name in
            isTopLevel(name) || name.equals("MetadataEntry") || name.equals("FileReference")
                || name.equals("ExportDate") || name.equals("InstantaneousBeatsPerMinute")
                || name.equals("HeartRateVariabilityMetadataList")
                || name.starts(with: "Workout")
        }
    }

    static func isTopLevel(_ name: ByteSlice) -> Bool {
        switch name.count {
        case 6: name.equals("Record")
        case 7: name.equals("Workout")
        case 9: name.equals("Audiogram")
        case 10: name.equals("HealthData")
        case 11: name.equals("Correlation")
        case 14: name.equals("ClinicalRecord")
        case 15: name.equals("ActivitySummary")
        case 18: name.equals("VisionPrescription")
        default: false
        }
    }

    /// Maximum length of a name; a longer one never matches.
    private static let maximumLength = 40

    private static func name(
        at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>,
        matches: (ByteSlice) -> Bool
    ) -> Match {
        var position = start
        while position < end, position - start < maximumLength {
            if position.pointee.isNameEnd {
                return matches(ByteSlice(start, to: position)) ? .yes : .no
            }
            guard position.pointee.isNameStart else { return .no }
            position += 1
        }
        return position < end ? .no : .undecided
    }
}
