extension Metric {
    /// All metrics of the table, in the order of HealthKit's groups.
    ///
    /// A type outside the table is stored under its key as a discrete metric, in the unit of its
    /// first sample.
    package static let all: [Metric] =
        activity + mobility + body + heart + lungs + lab + nutrition
        + environment + events + symptoms + others

    private static let activity: [Metric] = [
        .quantity("StepCount", .cumulative, "count"),
        .quantity("DistanceWalkingRunning", .cumulative, "m", shown: "km"),
        .quantity("DistanceCycling", .cumulative, "m", shown: "km"),
        .quantity("DistanceSwimming", .cumulative, "m"),
        .quantity("DistanceWheelchair", .cumulative, "m", shown: "km"),
        .quantity("DistanceDownhillSnowSports", .cumulative, "m", shown: "km"),
        .quantity("DistanceCrossCountrySkiing", .cumulative, "m", shown: "km"),
        .quantity("DistancePaddleSports", .cumulative, "m", shown: "km"),
        .quantity("DistanceRowing", .cumulative, "m", shown: "km"),
        .quantity("DistanceSkatingSports", .cumulative, "m", shown: "km"),
        .quantity("ActiveEnergyBurned", .cumulative, "kcal", twin: "activeEnergyBurned"),
        .quantity("BasalEnergyBurned", .cumulative, "kcal"),
        .quantity("AppleExerciseTime", .cumulative, "min", twin: "appleExerciseTime"),
        .quantity("AppleMoveTime", .cumulative, "min", twin: "appleMoveTime"),
        .quantity("AppleStandTime", .cumulative, "min"),
        .quantity("FlightsClimbed", .cumulative, "count"),
        .quantity("PushCount", .cumulative, "count"),
        .quantity("SwimmingStrokeCount", .cumulative, "count"),
        .quantity("NikeFuel", .cumulative, "count"),
        .quantity("PhysicalEffort", .discrete, "kcal/hr·kg"),
        .quantity("EstimatedWorkoutEffortScore", .discrete, "appleEffortScore"),
        .quantity("WorkoutEffortScore", .discrete, "appleEffortScore"),
        .quantity("RunningSpeed", .discrete, "m/s", shown: "km/h"),
        .quantity("RunningPower", .discrete, "W"),
        .quantity("RunningStrideLength", .discrete, "m"),
        .quantity("RunningVerticalOscillation", .discrete, "m", shown: "cm"),
        .quantity("RunningGroundContactTime", .discrete, "ms"),
        .quantity("CyclingSpeed", .discrete, "m/s", shown: "km/h"),
        .quantity("CyclingPower", .discrete, "W"),
        .quantity("CyclingCadence", .discrete, "count/min"),
        .quantity("CyclingFunctionalThresholdPower", .discrete, "W"),
        .quantity("CrossCountrySkiingSpeed", .discrete, "m/s", shown: "km/h"),
        .quantity("PaddleSportsSpeed", .discrete, "m/s", shown: "km/h"),
        .quantity("RowingSpeed", .discrete, "m/s", shown: "km/h"),
        .category("AppleStandHour", twin: "appleStandHours"),
        .derived("workoutDuration", .duration, "min"),
        .derived("workoutEnergy", .cumulative, "kcal"),
        .derived("workoutCount", .cumulative, "count"),
    ]

    private static let mobility: [Metric] = [
        .quantity("WalkingSpeed", .discrete, "m/s", shown: "km/h"),
        .quantity("WalkingStepLength", .discrete, "m", shown: "cm"),
        .quantity("WalkingAsymmetryPercentage", .discrete, "fraction"),
        .quantity("WalkingDoubleSupportPercentage", .discrete, "fraction"),
        .quantity("AppleWalkingSteadiness", .discrete, "fraction"),
        .quantity("StairAscentSpeed", .discrete, "m/s"),
        .quantity("StairDescentSpeed", .discrete, "m/s"),
        .quantity("SixMinuteWalkTestDistance", .discrete, "m"),
        .quantity("NumberOfTimesFallen", .cumulative, "count"),
        .category("AppleWalkingSteadinessEvent"),
    ]

    private static let body: [Metric] = [
        .quantity("BodyMass", .discrete, "kg"),
        .quantity("BodyMassIndex", .discrete, "count"),
        .quantity("BodyFatPercentage", .discrete, "fraction"),
        .quantity("LeanBodyMass", .discrete, "kg"),
        .quantity("Height", .discrete, "m", shown: "cm"),
        .quantity("WaistCircumference", .discrete, "m", shown: "cm"),
        .quantity("BodyTemperature", .discrete, "degC"),
        .quantity("BasalBodyTemperature", .discrete, "degC"),
        .quantity("AppleSleepingWristTemperature", .discrete, "degC"),
        .quantity("ElectrodermalActivity", .discrete, "mcS"),
    ]

    private static let heart: [Metric] = [
        .quantity("HeartRate", .discrete, "count/min"),
        .quantity("RestingHeartRate", .discrete, "count/min"),
        .quantity("WalkingHeartRateAverage", .discrete, "count/min"),
        .quantity("HeartRateRecoveryOneMinute", .discrete, "count/min"),
        .quantity("HeartRateVariabilitySDNN", .discrete, "ms"),
        .derived("heartRateVariabilityBeats", .discrete, "count/min"),
        .quantity("AtrialFibrillationBurden", .discrete, "fraction"),
        .quantity("VO2Max", .discrete, "mL/min·kg").renamed("vo2Max"),
        .quantity("BloodPressureSystolic", .discrete, "mmHg"),
        .quantity("BloodPressureDiastolic", .discrete, "mmHg"),
        .quantity("PeripheralPerfusionIndex", .discrete, "fraction"),
        .category("LowCardioFitnessEvent"),
        .occurrence("HighHeartRateEvent"),
        .occurrence("LowHeartRateEvent"),
        .occurrence("IrregularHeartRhythmEvent"),
        .occurrence("HypertensionEvent"),
    ]

    private static let lungs: [Metric] = [
        .quantity("RespiratoryRate", .discrete, "count/min"),
        .quantity("OxygenSaturation", .discrete, "fraction"),
        .quantity("ForcedVitalCapacity", .discrete, "L"),
        .quantity("ForcedExpiratoryVolume1", .discrete, "L"),
        .quantity("PeakExpiratoryFlowRate", .discrete, "L/min"),
        .quantity("InhalerUsage", .cumulative, "count"),
        .quantity("AppleSleepingBreathingDisturbances", .discrete, "count"),
        .occurrence("SleepApneaEvent"),
    ]

    private static let lab: [Metric] = [
        .quantity("BloodGlucose", .discrete, "mg/dL"),
        .quantity("BloodAlcoholContent", .discrete, "fraction"),
        .quantity("InsulinDelivery", .cumulative, "IU"),
        .quantity("NumberOfAlcoholicBeverages", .cumulative, "count"),
    ]

    private static let nutrition: [Metric] = [
        .quantity("DietaryEnergyConsumed", .cumulative, "kcal"),
        .quantity("DietaryWater", .cumulative, "mL"),
        .quantity("DietaryProtein", .cumulative, "g"),
        .quantity("DietaryCarbohydrates", .cumulative, "g"),
        .quantity("DietaryFatTotal", .cumulative, "g"),
        .quantity("DietaryFatSaturated", .cumulative, "g"),
        .quantity("DietaryFatMonounsaturated", .cumulative, "g"),
        .quantity("DietaryFatPolyunsaturated", .cumulative, "g"),
        .quantity("DietaryFiber", .cumulative, "g"),
        .quantity("DietarySugar", .cumulative, "g"),
        .quantity("DietaryCaffeine", .cumulative, "mg"),
        .quantity("DietaryCholesterol", .cumulative, "mg"),
        .quantity("DietarySodium", .cumulative, "mg"),
        .quantity("DietaryPotassium", .cumulative, "mg"),
        .quantity("DietaryCalcium", .cumulative, "mg"),
        .quantity("DietaryIron", .cumulative, "mg"),
        .quantity("DietaryMagnesium", .cumulative, "mg"),
        .quantity("DietaryManganese", .cumulative, "mg"),
        .quantity("DietaryPhosphorus", .cumulative, "mg"),
        .quantity("DietaryZinc", .cumulative, "mg"),
        .quantity("DietaryCopper", .cumulative, "mg"),
        .quantity("DietaryChloride", .cumulative, "mg"),
        .quantity("DietaryNiacin", .cumulative, "mg"),
        .quantity("DietaryPantothenicAcid", .cumulative, "mg"),
        .quantity("DietaryRiboflavin", .cumulative, "mg"),
        .quantity("DietaryThiamin", .cumulative, "mg"),
        .quantity("DietaryVitaminB6", .cumulative, "mg"),
        .quantity("DietaryVitaminC", .cumulative, "mg"),
        .quantity("DietaryVitaminE", .cumulative, "mg"),
        .quantity("DietaryVitaminA", .cumulative, "mcg"),
        .quantity("DietaryVitaminB12", .cumulative, "mcg"),
        .quantity("DietaryVitaminD", .cumulative, "mcg"),
        .quantity("DietaryVitaminK", .cumulative, "mcg"),
        .quantity("DietaryBiotin", .cumulative, "mcg"),
        .quantity("DietaryFolate", .cumulative, "mcg"),
        .quantity("DietaryChromium", .cumulative, "mcg"),
        .quantity("DietaryIodine", .cumulative, "mcg"),
        .quantity("DietaryMolybdenum", .cumulative, "mcg"),
        .quantity("DietarySelenium", .cumulative, "mcg"),
    ]

    private static let environment: [Metric] = [
        .quantity("EnvironmentalAudioExposure", .discrete, "dBASPL"),
        .quantity("HeadphoneAudioExposure", .discrete, "dBASPL"),
        .quantity("EnvironmentalSoundReduction", .discrete, "dBASPL"),
        .quantity("TimeInDaylight", .cumulative, "min"),
        .quantity("UVExposure", .discrete, "count").renamed("uvExposure"),
        .quantity("UnderwaterDepth", .discrete, "m"),
        .quantity("WaterTemperature", .discrete, "degC"),
        .category("AudioExposureEvent"),
        .category("EnvironmentalAudioExposureEvent"),
        .category("HeadphoneAudioExposureEvent"),
    ]

    private static let events: [Metric] = [
        .category("SleepAnalysis"),
        .derived("sleepHours", .duration, "hr"),
        .occurrence("MindfulSession"),
        .occurrence("HandwashingEvent"),
        .occurrence("ToothbrushingEvent"),
        .category("MenstrualFlow"),
        .occurrence("IntermenstrualBleeding"),
        .occurrence("InfrequentMenstrualCycles"),
        .occurrence("IrregularMenstrualCycles"),
        .occurrence("PersistentIntermenstrualBleeding"),
        .occurrence("ProlongedMenstrualPeriods"),
        .category("BleedingAfterPregnancy"),
        .category("BleedingDuringPregnancy"),
        .category("CervicalMucusQuality"),
        .category("OvulationTestResult"),
        .category("PregnancyTestResult"),
        .category("ProgesteroneTestResult"),
        .category("Contraceptive"),
        .occurrence("Lactation"),
        .occurrence("Pregnancy"),
        .occurrence("SexualActivity"),
    ]

    private static let symptoms: [Metric] = [
        "AbdominalCramps", "Acne", "AppetiteChanges", "BladderIncontinence", "Bloating",
        "BreastPain", "ChestTightnessOrPain", "Chills", "Constipation", "Coughing", "Diarrhea",
        "Dizziness", "DrySkin", "Fainting", "Fatigue", "Fever", "GeneralizedBodyAche", "HairLoss",
        "Headache", "Heartburn", "HotFlashes", "LossOfSmell", "LossOfTaste", "LowerBackPain",
        "MemoryLapse", "MoodChanges", "Nausea", "NightSweats", "PelvicPain",
        "RapidPoundingOrFlutteringHeartbeat", "RunnyNose", "ShortnessOfBreath", "SinusCongestion",
        "SkippedHeartbeat", "SleepChanges", "SoreThroat", "VaginalDryness", "Vomiting", "Wheezing",
    ].map { .category($0) }

    private static let others: [Metric] = [
        Metric(
            key: "sleepDurationGoal", identifier: "HKDataTypeSleepDurationGoal", kind: .discrete,
            unit: "min", displayUnit: "hr", summaryAttribute: nil, isOccurrence: false)
    ]

    /// A copy of the row with a key other than that computed from the identifier.
    private func renamed(_ key: String) -> Metric {
        Metric(
            key: key, identifier: identifier, kind: kind, unit: unit, displayUnit: displayUnit,
            summaryAttribute: summaryAttribute, isOccurrence: isOccurrence)
    }
}
