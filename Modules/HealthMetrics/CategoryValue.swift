/// The integer codes of HealthKit's category values.
package enum CategoryValue {
    /// The integer code of a value name in an export, with or without its prefix; nil if the name
    /// is unknown. An integer is its own code.
    package static func integer(of text: String) -> Int? {
        let prefix = "HKCategoryValue"
        let name = text.utf8.starts(with: prefix.utf8) ? text.dropFirst(prefix.count) : text[...]
        return integers[String(name)] ?? Int(text)
    }

    /// The value of a category without values, in an export.
    package static let notApplicable = "HKCategoryValueNotApplicable"

    /// The stages of sleep, by their codes in `sleepAnalysis` samples.
    package enum SleepStage: Int, CaseIterable, Sendable {
        case inBed = 0
        case asleepUnspecified = 1
        case awake = 2
        case core = 3
        case deep = 4
        case rem = 5
    }

    private static let integers: [String: Int] = [
        "NotApplicable": 0,
        // Files from before iOS 16 have `Asleep`.
        "SleepAnalysisInBed": 0, "SleepAnalysisAsleep": 1, "SleepAnalysisAsleepUnspecified": 1,
        "SleepAnalysisAwake": 2, "SleepAnalysisAsleepCore": 3, "SleepAnalysisAsleepDeep": 4,
        "SleepAnalysisAsleepREM": 5,
        "AppleStandHourStood": 0, "AppleStandHourIdle": 1,
        "SeverityUnspecified": 0, "SeverityNotPresent": 1, "SeverityMild": 2,
        "SeverityModerate": 3, "SeveritySevere": 4,
        "PresencePresent": 0, "PresenceNotPresent": 1,
        "AppetiteChangesUnspecified": 0, "AppetiteChangesNoChange": 1,
        "AppetiteChangesDecreased": 2, "AppetiteChangesIncreased": 3,
        "MenstrualFlowUnspecified": 1, "MenstrualFlowLight": 2, "MenstrualFlowMedium": 3,
        "MenstrualFlowHeavy": 4, "MenstrualFlowNone": 5,
        "VaginalBleedingUnspecified": 1, "VaginalBleedingLight": 2, "VaginalBleedingMedium": 3,
        "VaginalBleedingHeavy": 4, "VaginalBleedingNone": 5,
        "CervicalMucusQualityDry": 1, "CervicalMucusQualitySticky": 2,
        "CervicalMucusQualityCreamy": 3, "CervicalMucusQualityWatery": 4,
        "CervicalMucusQualityEggWhite": 5,
        "OvulationTestResultNegative": 1, "OvulationTestResultPositive": 2,
        "OvulationTestResultLuteinizingHormoneSurge": 2, "OvulationTestResultIndeterminate": 3,
        "OvulationTestResultEstrogenSurge": 4,
        "PregnancyTestResultNegative": 1, "PregnancyTestResultPositive": 2,
        "PregnancyTestResultIndeterminate": 3,
        "ProgesteroneTestResultNegative": 1, "ProgesteroneTestResultPositive": 2,
        "ProgesteroneTestResultIndeterminate": 3,
        "ContraceptiveUnspecified": 1, "ContraceptiveImplant": 2, "ContraceptiveInjection": 3,
        "ContraceptiveIntrauterineDevice": 4, "ContraceptiveIntravaginalRing": 5,
        "ContraceptiveOral": 6, "ContraceptivePatch": 7,
        "AudioExposureEventLoudEnvironment": 1,
        "EnvironmentalAudioExposureEventMomentaryLimit": 1,
        "HeadphoneAudioExposureEventSevenDayLimit": 1,
        "LowCardioFitnessEventLowFitness": 1,
        "AppleWalkingSteadinessEventInitialLow": 1,
        "AppleWalkingSteadinessEventInitialVeryLow": 2,
        "AppleWalkingSteadinessEventRepeatLow": 3,
        "AppleWalkingSteadinessEventRepeatVeryLow": 4,
    ]
}
