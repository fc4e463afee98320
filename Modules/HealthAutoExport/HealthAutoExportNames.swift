import HealthMetrics

/// The metrics and units of Health Auto Export.
enum HealthAutoExportNames {
    /// The key of a metric by its name in a file; names outside the list become keys of their own.
    static func metric(_ name: String) -> String {
        if let key = keys[name] { return key }
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let key = words.enumerated().map { index, word in
            index == 0 ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
        let dietary = "dietary" + key.prefix(1).uppercased() + key.dropFirst()
        if Metric.known(key: dietary) != nil { return dietary }
        return MetricName.aliased(key) ?? key
    }

    private static let keys = [
        "active_energy": "activeEnergyBurned", "basal_energy_burned": "basalEnergyBurned",
        "walking_running_distance": "distanceWalkingRunning",
        "cycling_distance": "distanceCycling", "swimming_distance": "distanceSwimming",
        "wheelchair_distance": "distanceWheelchair",
        "distance_downhill_snow_sports": "distanceDownhillSnowSports",
        "mindful_minutes": "mindfulSession", "handwashing": "handwashingEvent",
        "toothbrushing": "toothbrushingEvent", "apple_stand_hour": "appleStandHour",
        "vo2_max": "vo2Max", "vo2max": "vo2Max", "walking_heart_rate": "walkingHeartRateAverage",
        "walking_heart_rate_average": "walkingHeartRateAverage",
        "heart_rate_variability": "heartRateVariabilitySDNN",
        "cardio_recovery": "heartRateRecoveryOneMinute",
        "blood_oxygen_saturation": "oxygenSaturation", "weight_body_mass": "bodyMass",
        "breathing_disturbances": "appleSleepingBreathingDisturbances",
        "environmental_audio": "environmentalAudioExposure",
        "environmental_audio_exposure": "environmentalAudioExposure",
        "headphone_audio": "headphoneAudioExposure",
        "headphone_audio_exposure": "headphoneAudioExposure", "uv_exposure": "uvExposure",
        "dietary_energy": "dietaryEnergyConsumed", "dietary_water": "dietaryWater",
        "dietary_sugar": "dietarySugar", "carbohydrates": "dietaryCarbohydrates",
        "total_fat": "dietaryFatTotal", "saturated_fat": "dietaryFatSaturated",
        "monosaturated_fat": "dietaryFatMonounsaturated",
        "monounsaturated_fat": "dietaryFatMonounsaturated",
        "polyunsaturated_fat": "dietaryFatPolyunsaturated",
        "number_of_time_fallen": "numberOfTimesFallen",
        "swimming_stroke_count": "swimmingStrokeCount", "push_count": "pushCount",
        "walking_asymmetry_percentage": "walkingAsymmetryPercentage",
        "walking_double_support_percentage": "walkingDoubleSupportPercentage",
        "six_minute_walking_test_distance": "sixMinuteWalkTestDistance",
        "stair_speed_up": "stairAscentSpeed", "stair_speed_down": "stairDescentSpeed",
    ]

    /// Dayline's unit and the factor of the values, for a unit in a file. Percentages are 0 to 100 there.
    static func unit(_ unit: String, of metric: String) -> (unit: String, factor: Double) {
        switch unit {
        case "%": ("fraction", 0.01)
        case "bpm", "breaths/min": ("count/min", 1)
        case "mmol/L" where metric == "bloodGlucose": ("mmol<180.1558800000541>/L", 1)
        case "ml/(kg·min)", "mL/(kg·min)", "ml/kg/min": ("mL/min·kg", 1)
        case "kmph", "km/h": ("km/hr", 1)
        case "mph", "mi/h": ("mi/hr", 1)
        case "°C": ("degC", 1)
        case "°F": ("degF", 1)
        case "μg", "µg": ("mcg", 1)
        case "fl. oz", "fl_oz": ("fl_oz_us", 1)
        case "steps", "flights", "": (Metric.known(key: metric)?.unit ?? "count", 1)
        default: (unit, 1)
        }
    }
}
