import PluginKit
import Testing

@Suite struct HealthAutoExportTests {
    /// 2021-12-23 16:04:00 UTC.
    private static let instant: Int64 = 1_640_275_440_000

    @Test func `points of whole minutes are totals of minutes in the canonical unit`() throws {
        let trial = try ImportTrial(
            metric: "active_energy", units: "kJ",
            points: #"{"date": "2021-12-24 00:04:00 +0800", "qty": 4.184},"#
                + #"{"date": "2021-12-24 00:05:00 +0800", "qty": 8.368}"#)

        #expect(trial.samples.map(\.metric) == ["activeEnergyBurned", "activeEnergyBurned"])
        #expect(trial.samples.first?.start == Self.instant)
        #expect(trial.spans == [[0, 60, 1], [60, 120, 2]])
    }

    @Test(arguments: [
        ("2021-12-24 12:04:00 AM +0800", 0), ("2021-12-24 12:04:00\u{202F}PM +0800", 12),
        ("2021-12-24 1:04:00\u{202F}pm +0800", 13), ("2021-12-24 00:04:00 +0800", 0),
    ])
    func `dates of twelve hours are read with any space`(date: String, hour: Int64) throws {
        let trial = try ImportTrial(
            metric: "step_count", units: "count", points: #"{"date": "\#(date)", "qty": 1}"#)

        #expect(trial.samples.map(\.start) == [Self.instant + hour * 3_600_000])
    }

    @Test(arguments: [
        "2021-12-24 13:04:00 PM +0800", "2021-12-24 0:04:00 AM +0800", "2021-12-24", "x",
        "2021-02-30 00:04:00 +0800",
    ])
    func `an invalid date is quarantined`(date: String) throws {
        let trial = try ImportTrial(
            metric: "step_count", units: "count", points: #"{"date": "\#(date)", "qty": 1}"#)

        #expect(trial.samples.isEmpty)
        #expect(trial.quarantined.map(\.reason) == ["its date is not valid"])
    }

    @Test func `heart rates with seconds are measurements, and days are totals of days`() throws {
        let rates = try ImportTrial(
            metric: "heart_rate", units: "bpm",
            points: #"{"date": "2021-12-24 00:04:07 +0800", "Min": 61, "Avg": 61, "Max": 61}"#)
        let days = try ImportTrial(
            metric: "step_count", units: "count",
            points: #"{"date": "2021-12-24 00:00:00 +0800", "qty": 5000.5, "source": "A|B"}"#)

        #expect(rates.spans == [[0, 0, 61]])
        #expect(days.spans == [[0, 86_400, 5000.5]])
        #expect(days.samples.map(\.source) == ["A|B"])
    }

    @Test(arguments: ["+0100", "+0000", "-1000", "+1400"])
    func `the total of a day is that of the civil day in the zone of the profile`(
        offset: String
    ) throws {
        // Clocks are set forward on 29 March 2026, which has 23 hours.
        let trial = try ImportTrial(
            #"{"data": {"metrics": [{"name": "step_count", "units": "count", "data": ["#
                + #"{"date": "2026-03-29 00:00:00 \#(offset)", "qty": 5000}]}]}}"#,
            zone: "Europe/Berlin")

        // 28 March 2026 23:00:00 UTC.
        #expect(trial.samples.map(\.start) == [1_774_738_800_000])
        #expect(trial.spans == [[0, 82_800, 5000]])
        #expect(trial.samples.map(\.resolution) == [.day])
    }

    @Test(arguments: [
        ("heart_rate", "bpm", #""Min":58.5,"Avg":61,"Max":70"#),
        ("heart_rate", "bpm", #""Max":61,"Min":61,"Avg":61,"source":"Jörg’s Watch""#),
        ("step_count", "count", #""qty":1.1459999999999999,"source":"""#),
        ("step_count", "count", #""qty":-0"#), ("step_count", "count", #""qty":1e3"#),
        ("step_count", "count", #""source":"A|B""#), ("step_count", "count", #""qty":null"#),
        ("step_count", "count", #""qty":"5""#), ("step_count", "count", #""qty":01"#),
        ("step_count", "count", #""qty":1,"qty":2"#), ("weight_body_mass", "km", #""qty":97"#),
        ("blood_pressure", "mmHg", #""systolic":120,"diastolic":80"#),
        ("step_count", "count", #""qty":1e400"#), ("step_count", "count", #""qty":.5"#),
    ])
    func `points in the usual form are read as all others`(
        metric: String, units: String, members: String
    ) throws {
        let date = #""date":"2021-12-24 00:04:00 +0800""#
        // An escape in a key of no meaning, which the plain form does not have.
        let others = try ImportTrial(
            metric: metric, units: units, points: #"{"\u0061":0,\#(date),\#(members)}"#)
        let plain = try ImportTrial(
            metric: metric, units: units, points: "{\(date),\(members)}")
        let spaced = try ImportTrial(
            metric: metric, units: units, points: "{ \(members) ,\n \(date) }")

        for trial in [plain, spaced] {
            #expect(trial.samples == others.samples)
            #expect(trial.correlations == others.correlations)
            #expect(trial.quarantined.map(\.reason) == others.quarantined.map(\.reason))
        }
    }

    @Test(arguments: ["", #", "metadata": {}"#])
    func `the least and the greatest value of a total are attributes in the canonical unit`(
        more: String
    ) throws {
        let trial = try ImportTrial(
            metric: "blood_oxygen_saturation", units: "%",
            points: #"{"date": "2021-12-24 00:04:00 +0800", "#
                + #""Min": 25, "Avg": 50, "Max": 75\#(more)}, "#
                + #"{"date": "2021-12-24 00:05:00 +0800", "#
                + #""Min": 50, "Avg": 50, "Max": 50\#(more)}"#)

        #expect(trial.samples.map(\.value) == [0.5, 0.5])
        #expect(trial.samples.map(\.details) == [[.minimum(0.25), .maximum(0.75)], []])
    }

    @Test func `percentages are fractions`() throws {
        let trial = try ImportTrial(
            metric: "blood_oxygen_saturation", units: "%",
            points: #"{"date": "2021-12-24 00:04:07 +0800", "qty": 97}"#)

        #expect(trial.samples.map(\.metric) == ["oxygenSaturation"])
        #expect(trial.samples.map(\.value) == [0.97])
    }

    @Test func `a unit of another dimension is quarantined`() throws {
        let trial = try ImportTrial(
            metric: "weight_body_mass", units: "km",
            points: #"{"date": "2021-12-24 00:04:07 +0800", "qty": 97}"#)

        #expect(trial.samples.isEmpty)
        #expect(trial.quarantined.map(\.type) == ["bodyMass"])
    }

    @Test func `a unit of another dimension of a blood pressure is quarantined`() throws {
        let trial = try ImportTrial(
            metric: "blood_pressure", units: "km",
            points: #"{"date": "2021-12-24 00:04:07 +0800", "systolic": 120, "diastolic": 80}"#)

        #expect(trial.samples.isEmpty)
        #expect(trial.quarantined.map(\.type) == ["blood_pressure"])
    }

    @Test(arguments: ["", #""name":"","#, #""name":" ","#, #""name":5,"#, #""name":null,"#])
    func `points of a metric without a name are quarantined, and the others are stored`(
        name: String
    ) throws {
        let points = #""data":[{"date":"2021-12-24 00:05:00 +0800","qty":1}]"#
        let trial = try ImportTrial(
            #"{"data":{"metrics":[{\#(name)"units":"kJ",\#(points)},"#
                + #"{"name":"step_count","units":"count",\#(points)}]}}"#)

        #expect(trial.quarantined.map(\.type) == ["Sample"])
        #expect(trial.quarantined.map(\.reason) == ["its metric has no name"])
        #expect(trial.samples.map(\.metric) == ["stepCount"])
    }

    @Test(
        arguments: [
            ("mindful_minutes", "min", "10", "mindfulSession", [0, 600, 0]),
            ("handwashing", "s", "20", "handwashingEvent", [0, 20, 0]),
            ("toothbrushing", "s", "120", "toothbrushingEvent", [0, 120, 0]),
            ("apple_stand_hour", "count", "1", "appleStandHour", [0, 3600, 0]),
            ("apple_stand_hour", "count", "0", "appleStandHour", [0, 3600, 1]),
        ] as [(String, String, String, String, [Double])])
    func `occurrences are samples of their category`(
        name: String, units: String, quantity: String, metric: String, span: [Double]
    ) throws {
        let trial = try ImportTrial(
            metric: name, units: units,
            points:
                #"{"date": "2021-12-24 09:00:00 +0800", "qty": \#(quantity), "value": "Complete"}"#)

        #expect(trial.samples.map(\.metric) == [metric])
        #expect(trial.spans == [span])
    }

    @Test func `an occurrence without a duration is quarantined, and standing of a day is ignored`()
        throws
    {
        let point = #"{"date": "2021-12-24 00:00:00 +0800", "qty": 12}"#
        let count = try ImportTrial(metric: "handwashing", units: "count", points: point)
        let standing = try ImportTrial(metric: "apple_stand_hour", units: "count", points: point)

        #expect(
            count.quarantined.map(\.reason) == ["its quantity is not a duration of at most a day"])
        #expect(standing.ignored == ["apple_stand_hour of a day": 1])
    }

    @Test func `a blood pressure is a correlation`() throws {
        let trial = try ImportTrial(
            metric: "blood_pressure", units: "mmHg",
            points: #"{"date": "2021-12-24 00:04:00 +0800", "systolic": 120, "diastolic": 80}"#)

        #expect(trial.correlations.first?.members.map(\.value) == [120, 80])
    }

    @Test func `an unknown metric keeps its name`() throws {
        let trial = try ImportTrial(
            metric: "brand_new_thing", units: "lumens",
            points: #"{"date": "2021-12-24 00:04:07 +0800", "qty": 3}"#)

        #expect(trial.samples.map(\.metric) == ["brandNewThing"])
        #expect(trial.samples.map(\.unit) == ["lumens"])
    }

    @Test func `other lists are counted, and an empty export has no items`() throws {
        let trial = try ImportTrial(
            #"{"data": {"medications": [{"nickname": "A"}, {"nickname": "B"}], "metrics": []}}"#)
        let empty = try ImportTrial(#"{"data":{}}"#)

        #expect(trial.ignored == ["medications": 2])
        #expect(empty.samples.isEmpty)
        #expect(!empty.isTruncated)
    }

    @Test(arguments: [
        ("Headache", "Severe", "headache", 4.0), ("Fever", "Not Present", "fever", 1),
        ("Chest Tightness or Pain", "Mild", "chestTightnessOrPain", 2),
        ("Body and Muscle Ache", "Unspecified", "generalizedBodyAche", 0),
        ("Mood Changes", "Present", "moodChanges", 0),
        ("Appetite Changes", "Increased", "appetiteChanges", 3),
    ])
    func `a symptom has the metric and the code of HealthKit`(
        name: String, severity: String, metric: String, value: Double
    ) throws {
        let trial = try ImportTrial(
            #"{"data": {"symptoms": [{"start": "2021-12-24 08:00:00 +0800", "#
                + #""end": "2021-12-24 09:00:00 +0800", "name": "\#(name)", "#
                + #""severity": "\#(severity)", "userEntered": true, "source": "Health"}]}}"#)

        let sample = try #require(trial.samples.first)
        #expect(sample.metric == metric)
        #expect(sample.value == value)
        #expect(sample.source == "Health")
        #expect(sample.end - sample.start == 3_600_000)
        #expect(trial.samples.count == 1)
    }

    @Test func `a symptom without a known name or severity is counted`() throws {
        let time = #""start": "2021-12-24 08:00:00 +0800""#
        let trial = try ImportTrial(
            #"{"data": {"symptoms": [{\#(time), "name": "Hiccups"}, {"name": "Fever"}, "#
                + #"{\#(time), "name": "Fever", "severity": "Awful"}]}}"#)

        #expect(trial.samples.isEmpty)
        #expect(trial.ignored == ["symptoms of an unknown kind": 1])
        #expect(
            trial.quarantined.map(\.reason) == [
                "its name or its start is not valid", "its severity is not known",
            ])
    }

    @Test func `a point of three counters is an occurrence`() throws {
        let trial = try ImportTrial(
            metric: "sexual_activity", units: "times",
            points: #"{"date": "2021-12-24 23:10:00 +0800", "Unspecified": 0, "#
                + #""Protection Used": 1, "Protection Not Used": 0}, "#
                + #"{"date": "2021-12-25 22:20:00 +0800", "Unspecified": 0, "#
                + #""Protection Used": 0, "Protection Not Used": 0}"#)

        #expect(trial.samples.map(\.metric) == ["sexualActivity"])
        #expect(trial.ignored == ["sexual_activity without an event": 1])
        #expect(trial.quarantined.isEmpty)
    }

    @Test func `an element of another list may have more than 1 MiB`() throws {
        let voltages = Array(repeating: #"{"voltage": 0.1}"#, count: 70_000).joined(separator: ",")
        let trial = try ImportTrial(
            #"{"data": {"ecg": [{"voltageMeasurements": [\#(voltages)]}, 5]}}"#)

        #expect(trial.ignored == ["ecg": 1])
        #expect(trial.quarantined.map(\.reason) == ["it is not a JSON object"])
    }

    @Test func `each shorter file has the whole points before its end`() throws {
        let text =
            #"{"data": {"metrics": [{"name": "step_count", "units": "count", "data": ["#
            + #"{"date": "2021-12-24 00:04:00 +0800", "qty": 1}, "#
            + #"{"date": "2021-12-24 00:05:00 +0800", "qty": 2}]}]}}"#
        let bytes = Array(text.utf8)
        for count in 90..<bytes.count {
            let trial = try? ImportTrial(
                of: TestImporter(), reading: Array(bytes[..<count]), named: "export.json")

            if let trial {
                #expect(trial.isTruncated, "\(count) bytes")
                #expect(trial.quarantined.isEmpty, "\(count) bytes")
            }
        }
    }

    @Test(arguments: [
        #"{"#, #"{"data"#, #"{"data": {"metrics": [{"name": "step_count", "data": [{"date": "20"#,
    ])
    func `a file that ends before its first value is incomplete`(text: String) throws {
        let problem = #expect(throws: ImportProblem.self) { try ImportTrial(text) }

        #expect(problem?.message.contains("is incomplete") == true)
    }

    @Test(arguments: [
        #"{"steps":5}"#, #"{"items":[{"date":"2026-01-01","metrics":[]}]}"#, "{}",
        #"[{"data":{"metrics":[]}}]"#, #"{"data":[{"metrics":[]}]}"#,
    ])
    func `an object without a key of the app is refused`(text: String) throws {
        let problem = #expect(throws: ImportProblem.self) { try ImportTrial(text) }

        #expect(problem?.message.contains("is not a JSON file of Health Auto Export") == true)
    }

    @Test func `the format states the number of metrics`() throws {
        let trial = try ImportTrial(metric: "step_count", units: "count", points: "")

        #expect(trial.format?.hasPrefix("Health Auto Export JSON with 1 metric; ") == true)
    }

    @Test func `mismatched brackets end the file with a report`() throws {
        let trial = try ImportTrial(
            #"{"data": {"metrics": [{"name": "step_count", "units": "count", "data": ["#
                + #"{"date": "2021-12-24 00:04:00 +0800", "qty": 1}]]}"#)

        #expect(trial.samples.count == 1)
        #expect(trial.isTruncated)
    }
}
