import DelimitedText
import FITWriter
import PluginKit
import ZipWriter

/// Inputs of the targets that read tables and exports of devices.
enum DeviceExportInputs {
    static let tables = [
        "\u{FEFF}Date,\"Weight (kg)\",Comments\r\n2024-07-01 08:00:00,80.5,\"a \"\"b\"\"\nc\"\r\n",
        "a;b\n1,5;\"x\n", "a\tb|c\r1\t2",
    ]

    /// Checks that the rows do not depend on the size of the blocks.
    static func table(_ bytes: UnsafeRawBufferPointer) {
        func rows(block: Int) -> [String] {
            var reader = DelimitedTextReader()
            var rows: [String] = []
            var rest = bytes
            do {
                while !rest.isEmpty {
                    // An exact copy, so that sanitizers detect reads beyond its end.
                    let part = Array(rest.prefix(block))
                    try part.withUnsafeBytes { try reader.consume($0) { rows.append(text($0)) } }
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
                }
                try reader.finish { rows.append(text($0)) }
            } catch {
                FuzzCase.fail("\(error)")
            }
            return rows
        }
        let block = 1 + Int(bytes.first ?? 0) % 97
        guard rows(block: max(1, bytes.count)) == rows(block: block) else {
            FuzzCase.fail("blocks of \(block) bytes have other rows")
        }
    }

    private static func text(_ row: DelimitedRow) -> String {
        let numbers = (0..<row.count).map { row.number($0) ?? 0 }
        return "\(row.line) \(row.offset) \(row.text) \(numbers) \(row.damage.debugDescription)"
    }

    // The files of the exports of devices, each behind a line with its name.

    static let withings = texts([
        "weight.csv\nDate,\"Weight (lb)\",\"Fat mass (lb)\"\n2024-07-01 08:00:00,180,20\n",
        "height.csv\nDate,\"Height (cm)\"\n2024-07-01 08:00:00,180\n",
        "bp.csv\nDate,Heart rate,Systolic,Diastolic\n2024-07-01 08:00:00,60,120,80\n",
        "sleep.csv\nfrom,to,\"light (s)\",\"deep (s)\",\"rem (s)\",\"awake (s)\"\n"
            + "2024-07-01T22:00:00+02:00,2024-07-02T06:00:00+02:00,9000,9000,9000,600\n",
        "aggregates_steps.csv\ndate,value\n2024-07-01,9000\n",
        "raw_tracker_steps.csv\nstart,duration,value\n2024-07-01T08:00:00+02:00,[60],[9]\n",
        "raw_bed_sleep-state.csv\nstart,duration,value\n"
            + "2024-07-01T08:00:00+02:00,\"[60,60]\",\"[1,3]\"\n",
        "activities.csv\nfrom,to,Activity type,Data\n2024-07-01T08:00:00Z,"
            + "2024-07-01T09:00:00Z,Run,\"{\"\"calories\"\":1,\"\"pause_duration\"\":9}\"\n",
    ])

    static let samsungHealth = texts([
        "com.samsung.shealth.step_daily_trend.1.csv\na,1,2\nsource_type,count,day_time\n"
            + "-2,9,2024-07-01 00:00:00.000,\n",
        "com.samsung.shealth.exercise.1.csv\na,1,2\nstart_time,end_time,duration,distance\n"
            + "2024-07-01 06:00:00.000,2024-07-01 07:00:00.000,9,1e300,\n",
        "com.samsung.health.sleep_stage.1.csv\na,1,2\nstart_time,end_time,stage,time_offset\n"
            + "2024-07-01 06:00:00.000,2024-07-01 07:00:00.000,40002,UTC+0200,\n",
        "com.samsung.health.weight.1.csv\na,1,2\nstart_time,weight,height,time_offset\n"
            + "2024-07-01 06:00:00.000,80,180,UTC-0330,\n",
        "com.samsung.shealth.tracker.heart_rate.1.csv\na,1,2\n"
            + "com.samsung.health.heart_rate.start_time,com.samsung.health.heart_rate.heart_rate,"
            + "com.samsung.health.heart_rate.binning_data\n2024-07-01 06:00:00.000,80,x.json,\n",
    ])

    private static let garminTexts = texts([
        "UDSFile_a.json\n[{\"calendarDate\":\"2024-07-01\",\"totalSteps\":9,"
            + "\"restingHeartRate\":50,\"totalDistanceMeters\":8}]",
        "1_summarizedActivities.json\n[{\"summarizedActivitiesExport\":[{\"startTimeGmt\":"
            + "1719813600000,\"duration\":60000,\"distance\":1e4}]}]",
        "1_sleepData.json\n[{\"sleepStartTimestampGMT\":\"2024-06-30T22:00:00.0\","
            + "\"sleepEndTimestampGMT\":\"2024-07-01T05:00:00.0\",\"deepSleepSeconds\":3600}]",
        "1_healthStatusData.json\n[{\"calendarDate\":\"2024-07-01\",\"metrics\":[{\"type\":\"HRV\","
            + "\"value\":40}]}]",
        "1_userBioMetrics.json\n[{\"metaData\":{\"calendarDate\":\"2024-07-01T06:00:00.0\"},"
            + "\"weight\":{\"weight\":80000,\"timestampGMT\":\"2024-07-01T06:00:00.0\"}}]",
        "MetricsMaxMetData_1.json\n[{\"calendarDate\":\"2024-07-01\",\"vo2MaxValue\":50,"
            + "\"sport\":\"RUNNING\"}]",
    ])

    static let oura = texts([
        "oura.json\n{\"data\":[{\"bedtime_start\":\"2024-07-01T08:00:00+02:00\",\"bedtime_end\":"
            + "\"2024-07-01T09:00:00+02:00\",\"sleep_phase_5_min\":\"1234\",\"hrv\":{\"interval\":"
            + "300,\"items\":[null,4],\"timestamp\":\"2024-07-01T08:00:00Z\"}}]}",
        "heartrate.csv\ntimestamp;bpm;source\n2024-07-01T08:00:00.000Z;60;awake\n",
        "dailyactivity.csv\nday;steps;active_calories\n2024-07-01;9000;400\n",
        "workout.csv\nactivity;start_datetime;end_datetime;calories;distance\n"
            + "running;2024-07-01T08:00:00+02:00;2024-07-01T09:00:00+02:00;400;9000\n",
        "sleepmodel.csv\nbedtime_start;bedtime_end;sleep_phase_5_min;heart_rate\n"
            + "2024-07-01T08:00:00+02:00;2024-07-01T09:00:00+02:00;1234;"
            + "{\"interval\":300,\"items\":[50],\"timestamp\":\"2024-07-01T08:00:00Z\"}\n",
    ])

    static let googleFit = texts([
        "a.json\n{\"Data Source\":\"derived:com.google.step_count.delta:com.google.android.gms:"
            + "estimated_steps\",\"Data Points\":[{\"fitValue\":[{\"value\":{\"intVal\":4}}],"
            + "\"startTimeNanos\":1719813600000000000,\"endTimeNanos\":1719813660000000000}]}",
        "b.json\n{\"fitnessActivity\":\"walking\",\"startTime\":\"2024-07-01T06:00:00.000Z\","
            + "\"endTime\":\"2024-07-01T06:30:00.000Z\",\"duration\":\"1500s\"}",
        "Daily activity metrics.csv\nDate,Step count,Distance (m),Average weight (kg)\n"
            + "2024-07-01,9000,6000,80\n",
        "c.tcx\n<TrainingCenterDatabase><Activities><Activity Sport=\"Running\"><Id>"
            + "2024-07-01T06:00:00.000Z</Id><Lap StartTime=\"2024-07-01T06:00:00.000Z\">"
            + "<TotalTimeSeconds>60</TotalTimeSeconds></Lap></Activity></Activities>"
            + "</TrainingCenterDatabase>",
    ])

    static let fitbit = texts([
        "steps-2024-07-01.json\n[{\"dateTime\":\"07/01/24 06:00:00\",\"value\":\"9\"}]",
        "heart_rate-2024-07-01.json\n[{\"dateTime\":\"07/01/24 06:00:00\",\"value\":{\"bpm\":60,"
            + "\"confidence\":2}}]",
        "resting_heart_rate-2024-01-01.json\n[{\"dateTime\":\"07/01/24 00:00:00\",\"value\":{"
            + "\"date\":\"07/01/24\",\"value\":50.5,\"error\":6}}]",
        "distance-2024-07-01.json\n[{\"dateTime\":\"07/01/24 06:00:00\",\"value\":\"4000\"}]",
        "weight-2024-07-01.json\n[{\"logId\":1719813600000,\"weight\":180.5,\"bmi\":25.1,"
            + "\"date\":\"07/01/24\",\"time\":\"06:00:00\",\"fat\":20}]",
        "exercise-0.json\n[{\"activityName\":\"Run\",\"startTime\":\"07/01/24 06:00:00\","
            + "\"duration\":60000,\"activeDuration\":50000,\"distance\":1.5,\"distanceUnit\":\"Mile\"}]",
        "sleep-2024-07-01.json\n[{\"startTime\":\"2024-07-01T01:00:00.000\",\"endTime\":"
            + "\"2024-07-01T02:00:00.000\",\"levels\":{\"data\":[{\"dateTime\":"
            + "\"2024-07-01T01:00:00.000\",\"level\":\"deep\",\"seconds\":3600}],\"shortData\":"
            + "[{\"dateTime\":\"2024-07-01T01:10:00.000\",\"level\":\"wake\",\"seconds\":60}]}}]",
        "Heart Rate Variability Details - 2024-07-01.csv\ntimestamp,rmssd,coverage\n"
            + "2024-07-01T01:00:00,40,0.9\n",
    ])

    static let garmin = garminTexts + [Array("UploadedFiles.zip\n".utf8) + uploads]

    static let healthConnect = [Array("health_connect_export.db\n".utf8) + database]

    private static func texts(_ files: [String]) -> [[UInt8]] { files.map { Array($0.utf8) } }

    /// A database of Health Connect with a workout, heart rates and steps.
    private static let database = HabitInputs.database(
        """
        CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, app_name TEXT);
        INSERT INTO application_info_table VALUES (1, 'App');
        CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER,
            start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, count INTEGER);
        INSERT INTO steps_record_table VALUES (1, 1, 1719813600000, 7200, 1719813660000, 9);
        CREATE TABLE exercise_session_record_table (row_id INTEGER PRIMARY KEY,
            app_info_id INTEGER, start_time INTEGER, end_time INTEGER, exercise_type INTEGER);
        INSERT INTO exercise_session_record_table
            VALUES (1, 1, 1719813600000, 1719817200000, 4);
        CREATE TABLE heart_rate_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER);
        INSERT INTO heart_rate_record_table VALUES (1, 1);
        CREATE TABLE heart_rate_record_series_table (
            parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER);
        INSERT INTO heart_rate_record_series_table VALUES (1, 120, 1719813601000);
        """)

    private static let uploads: [UInt8] = {
        var writer = FITWriter()
        writer.define(0, message: 18, [.init(2, 0x86), .init(7, 0x86), .init(5, 0x00)])
        writer.add(0, [1_000_000_000, 60_000, 1])
        var archive = ZipWriter(.streamed)
        archive.add("a.fit", writer.file)
        return archive.bytes
    }()

    /// Checks that each item ends after its start. The file is read from an archive, or alone if its
    /// length is odd. `other` is the name of a file beside it in the archive; nil: none.
    static func file(
        _ bytes: UnsafeRawBufferPointer, _ read: @escaping ImporterTrial.Read,
        beside other: String? = nil
    ) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), (1..<100).contains(end) else {
            return
        }
        var name = String(decoding: bytes[..<end], as: UTF8.self)
        var content = Array(bytes[(end + 1)...])
        if bytes.count.isMultiple(of: 2) {
            var archive = ZipWriter()
            if let other { archive.add(other, "[]") }
            archive.add(name, content)
            (name, content) = ("a.zip", archive.bytes)
        }
        guard let trial = ImporterTrial.result(of: content, named: name, read) else { return }
        guard trial.workouts.allSatisfy({ $0.start <= $0.end }),
            trial.samples.allSatisfy({ $0.start <= $0.end })
        else { FuzzCase.fail("an item ends before its start") }
    }
}
