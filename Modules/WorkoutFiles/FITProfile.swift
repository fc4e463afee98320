/// Numbers of messages of the FIT profile.
enum FITProfile {
    static let fileID: UInt16 = 0
    static let sport: UInt16 = 12
    static let session: UInt16 = 18
    static let lap: UInt16 = 19
    static let record: UInt16 = 20
    static let event: UInt16 = 21
    static let deviceInfo: UInt16 = 23
    static let weightScale: UInt16 = 30
    static let activity: UInt16 = 34
    static let fileCreator: UInt16 = 49
    static let bloodPressure: UInt16 = 51
    static let monitoring: UInt16 = 55
    static let monitoringInfo: UInt16 = 103
    static let fieldDescription: UInt16 = 206
    static let developerData: UInt16 = 207
    static let monitoringHeartRate: UInt16 = 211
    static let oxygenSaturation: UInt16 = 269
    static let sleepLevel: UInt16 = 275
    static let respiratoryRate: UInt16 = 297
    static let heartRateVariability: UInt16 = 371
    static let nap: UInt16 = 412

    /// Messages that describe the file and are not items of it.
    static let descriptions: Set<UInt16> = [
        fileID, sport, lap, event, deviceInfo, activity, fileCreator, monitoringInfo,
        fieldDescription, developerData,
    ]

    /// The name of messages that are not stored, for the import report.
    static func name(ofMessage number: UInt16) -> String {
        names[number] ?? "message \(number)"
    }

    private static let names: [UInt16: String] = [
        1: "capabilities", 2: "device_settings", 3: "user_profile", 4: "hrm_profile",
        5: "sdm_profile", 6: "bike_profile", 7: "zones_target", 8: "hr_zone", 9: "power_zone",
        10: "met_zone", 13: "training_settings", 15: "goal", 26: "workout", 27: "workout_step",
        28: "schedule", 30: "weight_scale", 31: "course", 32: "course_point", 35: "software",
        37: "file_capabilities", 51: "blood_pressure", 53: "speed_zone", 72: "training_file",
        78: "hrv", 80: "ant_rx", 82: "ant_tx", 101: "length", 127: "connectivity", 132: "hr",
        158: "workout_session", 160: "gps_metadata", 161: "camera_event", 174: "obdii_data",
        177: "nmea_sentence", 211: "monitoring_hr_data", 216: "time_in_zone", 225: "set",
        227: "stress_level", 258: "dive_settings", 268: "dive_summary", 269: "spo2_data",
        275: "sleep_level", 297: "respiration_rate", 312: "split", 313: "split_summary",
        346: "sleep_assessment", 370: "hrv_status_summary", 371: "hrv_value", 376: "raw_bbi",
        398: "skin_temp_overnight", 412: "nap_event",
    ]

    /// The name of a type of files by the profile's value of `type`; nil if unknown.
    static func fileType(_ number: Int) -> String? { fileTypes[number] }

    private static let fileTypes: [Int: String] = [
        1: "device", 2: "settings", 3: "sport", 4: "activity", 5: "workout", 6: "course",
        9: "weight", 10: "totals", 11: "goals", 14: "blood pressure", 15: "monitoring",
        20: "activity summary", 28: "monitoring of a day", 32: "monitoring", 34: "segment",
        44: "wellness", 49: "sleep", 68: "heart rate variability",
    ]

    /// Names of makers by the profile's value of `manufacturer`.
    static func maker(_ number: Int) -> String? { makers[number] }

    private static let makers: [Int: String] = [
        1: "Garmin", 2: "Garmin", 13: "Dynastream", 15: "Dynastream", 23: "Suunto", 32: "Wahoo",
        38: "o-synce", 48: "Pioneer", 63: "Specialized", 69: "Stages Cycling", 70: "Sigma Sport",
        76: "Moxy", 86: "Elite", 89: "Tacx", 95: "Stryd", 123: "Polar", 258: "Lezyne",
        260: "Zwift", 263: "Favero", 265: "Strava", 267: "Bryton", 282: "The Sufferfest",
        289: "Hammerhead", 294: "COROS",
    ]
}
