/// The name of a measurement in FHIR: a code of LOINC and a unit of UCUM.
struct ObservationCode: Sendable {
    /// The codes of LOINC with their names; the first is the most general.
    let loinc: [(code: String, name: String)]
    /// The unit as a person reads it.
    let unit: String
    /// The unit in UCUM.
    let ucum: String
    /// The factor from the unit of the metric to `ucum`.
    var scale = 1.0
    /// The code of the category of observations.
    var category = "vital-signs"
    /// The name of the profile of vital signs in FHIR R4; nil: the measurement has none.
    var profile: String?

    /// The metrics whose samples become observations.
    static let samples: [(metric: String, code: ObservationCode)] = [
        ("heartRate", Self("8867-4", "Heart rate", "beats/minute", "/min", profile: "heartrate")),
        ("restingHeartRate", Self("40443-4", "Heart rate --resting", "beats/minute", "/min")),
        (
            "heartRateVariabilitySDNN",
            Self("80404-7", "R-R interval.standard deviation (Heart rate variability)", "ms", "ms")
        ),
        (
            "respiratoryRate",
            Self("9279-1", "Respiratory rate", "breaths/minute", "/min", profile: "resprate")
        ),
        (
            "oxygenSaturation",
            ObservationCode(
                loinc: [
                    ("2708-6", "Oxygen saturation in Arterial blood"),
                    ("59408-5", "Oxygen saturation in Arterial blood by Pulse oximetry"),
                ], unit: "%", ucum: "%", scale: 100, profile: "oxygensat")
        ),
        (
            "bodyTemperature",
            Self("8310-5", "Body temperature", "degrees Celsius", "Cel", profile: "bodytemp")
        ),
        ("bodyMass", weight), ("bodyFatPercentage", bodyFat(scale: 100)),
        ("height", Self("8302-2", "Body height", "cm", "cm", scale: 100, profile: "bodyheight")),
        (
            "bloodGlucose",
            Self(
                "2339-0", "Glucose [Mass/volume] in Blood", "mg/dL", "mg/dL",
                category: "laboratory")
        ),
    ]

    static let weight = Self("29463-7", "Body weight", "kg", "kg", profile: "bodyweight")
    static let weightInPounds = Self(
        "29463-7", "Body weight", "lb", "[lb_av]", profile: "bodyweight")

    static func bodyFat(scale: Double) -> Self {
        Self("41982-0", "Percentage of body fat Measured", "%", "%", scale: scale)
    }

    static let steps = Self(
        "41950-7", "Number of steps in 24 hour Measured", "steps per day", "/d",
        category: "activity")

    static let bloodPressure = Self(
        "85354-9", "Blood pressure panel with all children optional", "mmHg", "mm[Hg]",
        profile: "bp")
    static let systolic = Self("8480-6", "Systolic blood pressure", "mmHg", "mm[Hg]")
    static let diastolic = Self("8462-4", "Diastolic blood pressure", "mmHg", "mm[Hg]")

    static let sleep = minutes("93832-4", "Sleep duration")
    static let deepSleep = minutes("93831-6", "Deep sleep duration")
    static let lightSleep = minutes("93830-8", "Light sleep duration")
    static let remSleep = minutes("93829-0", "REM sleep duration")

    private static func minutes(_ code: String, _ name: String) -> Self {
        Self(code, name, "minutes", "min", category: "activity")
    }
}

extension ObservationCode {
    private init(
        _ code: String, _ name: String, _ unit: String, _ ucum: String, scale: Double = 1,
        category: String = "vital-signs", profile: String? = nil
    ) {
        self.init(
            loinc: [(code, name)], unit: unit, ucum: ucum, scale: scale, category: category,
            profile: profile)
    }

    /// The value of the metric in `ucum`. A scaled value is rounded to six decimals, which removes
    /// the digits that the multiplication adds.
    func value(_ value: Double) -> Double {
        scale == 1 ? value : (value * scale * 1e6).rounded() / 1e6
    }
}
