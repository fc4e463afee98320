import FITWriter
import PluginKit
import Testing

@Suite struct FITTests {
    /// 2021-09-08 01:46:40 UTC.
    private static let time: Int64 = 1_000_000_000
    private static let instant: Int64 = (1_000_000_000 + 631_065_600) * 1000

    private static func identity(type: Int64) -> FITWriter {
        var writer = FITWriter()
        writer.define(0, message: 0, [.init(0, 0x00), .init(1, 0x84), .init(2, 0x84)])
        writer.add(0, [type, 1, 2697])
        return writer
    }

    private static func addRecords(to writer: inout FITWriter) {
        writer.define(
            1, message: 20,
            [
                .init(253, 0x86), .init(0, 0x85), .init(1, 0x85), .init(3, 0x02), .init(5, 0x86),
                .init(6, 0x84),
            ])
        // 0.001 degrees are 11,930.46 semicircles.
        writer.add(1, [time, 596_523_236, 95_443_718, 120, 0, 0xFFFF])
        writer.add(1, [time + 60, 596_535_166, 95_443_718, 130, 11_100, 2500])
    }

    /// A run of 60 s with two records and a session.
    private static func run() -> FITWriter {
        var writer = identity(type: 4)
        addRecords(to: &writer)
        writer.define(
            2, message: 18,
            [
                .init(253, 0x86), .init(2, 0x86), .init(5, 0x00), .init(6, 0x00), .init(7, 0x86),
                .init(8, 0x86), .init(9, 0x86), .init(11, 0x84), .init(16, 0x02), .init(10, 0x86),
            ])
        writer.add(2, [time + 60, time, 1, 0, 60_000, 58_500, 11_200, 15, 125, 80])
        return writer
    }

    @Test func `a file with a wrong checksum is damaged and loses no message`() throws {
        var bytes = Self.run().file
        bytes[bytes.count - 1] ^= 0xFF

        let trial = try ImportTrial(bytes)

        #expect(trial.isTruncated)
        #expect(trial.workouts.count == 1)
        #expect(trial.problems.contains { $0.reason.contains("checksum does not match") })
    }

    @Test func `a session is a workout with the samples and the route of its records`() throws {
        let trial = try ImportTrial(Self.run().file)

        let workout = try #require(trial.workouts.first)
        #expect(workout.type == "Running")
        #expect(workout.source == "Garmin")
        #expect(workout.device == "Garmin product 2697")
        #expect(workout.start == Self.instant)
        #expect(workout.end == Self.instant + 60_000)
        #expect(workout.seconds == 58.5)
        #expect(workout.statistics["distanceWalkingRunning"]?.sum == 112)
        #expect(workout.statistics["activeEnergyBurned"]?.sum == 15)
        #expect(workout.statistics["stepCount"]?.sum == 160)
        #expect(workout.statistics["heartRate"]?.max == 130)
        #expect(workout.routes.map(\.points) == [2])
        let box = try #require(workout.routes.first?.box)
        #expect(abs(box.south - 50) < 1e-5)
        #expect(abs(box.west - 8) < 1e-5)
        #expect(trial.values("heartRate") == [120, 130])
        #expect(trial.values("distanceWalkingRunning") == [111])
        #expect(trial.values("runningSpeed") == [2.5])
        #expect(trial.quarantined.isEmpty)
    }

    @Test(arguments: [
        (1, 0, "Running", false), (10, 70, "HighIntensityIntervalTraining", false),
        (62, 0, "HighIntensityIntervalTraining", false), (10, 26, "MixedCardio", false),
        (64, 95, "Badminton", false), (53, 53, "UnderwaterDiving", false),
        (11, 27, "Walking", true), (2, 88, "HandCycling", true), (84, 0, "JumpRope", false),
        (20, 0, "Other", false),
    ])
    func `the sport of a session is a workout type`(
        sport: Int64, sub: Int64, type: String, isIndoor: Bool
    ) throws {
        var writer = Self.identity(type: 4)
        writer.define(
            2, message: 18,
            [.init(253, 0x86), .init(2, 0x86), .init(5, 0x00), .init(6, 0x00), .init(7, 0x86)])
        writer.add(2, [Self.time + 60, Self.time, sport, sub, 60_000])

        let workout = try #require(try ImportTrial(writer.file).workouts.first)

        #expect(workout.type == type)
        #expect((workout.metadata["HKIndoorWorkout"] == "1") == isIndoor)
    }

    @Test func `a file without its session has a workout that is computed from its records`()
        throws
    {
        var writer = Self.identity(type: 4)
        Self.addRecords(to: &writer)

        let trial = try ImportTrial(Array(writer.file.dropLast(10)))

        #expect(trial.isTruncated)
        #expect(trial.workouts.isEmpty)
        #expect(trial.values("heartRate") == [120])

        let whole = try ImportTrial(writer.file)

        #expect(whole.workouts.map(\.type) == ["Other"])
        #expect(whole.workouts.map(\.end) == [Self.instant + 60_000])
        #expect(whole.workouts.first?.statistics["distanceOther"]?.sum == 111)
        #expect(whole.problems.map(\.reason).contains { $0.contains("computed from its records") })
    }

    @Test func `developer fields of records are attributes of the workout`() throws {
        var writer = Self.identity(type: 4)
        writer.define(
            3, message: 206,
            [
                .init(0, 0x02), .init(1, 0x02), .init(2, 0x02), .init(3, 0x07, size: 10),
                .init(8, 0x07, size: 3),
            ])
        writer.add(3, bytes: [0, 0, 0x02] + Array("Doughnuts\0".utf8) + Array("pc\0".utf8))
        writer.define(4, message: 20, [.init(253, 0x86)], developer: [(0, 1, 0)])
        writer.add(4, [Self.time, 1])
        writer.add(4, [Self.time + 1, 3])

        let trial = try ImportTrial(writer.file)

        #expect(
            trial.workouts.first?.metadata["Doughnuts"] == "average 2, minimum 1, maximum 3 pc")
    }

    @Test func `sessions and laps beyond the limits of a file are counted`() throws {
        var writer = Self.identity(type: 4)
        writer.define(
            2, message: 18, [.init(253, 0x86), .init(2, 0x86), .init(5, 0x00), .init(7, 0x86)])
        for number in 0..<Int64(66) {
            let start = Self.time + 100 * number
            writer.add(2, [start + 60, start, 1, 60_000])
        }
        writer.define(3, message: 19, [.init(2, 0x86), .init(8, 0x86)])
        for number in 0..<Int64(4098) { writer.add(3, [Self.time + number, 1000]) }

        let trial = try ImportTrial(writer.file)

        #expect(trial.workouts.count == 64)
        #expect(trial.workouts.first?.events.count == 61)
        #expect(trial.ignored["sessions beyond the limit of a file"] == 2)
        #expect(trial.problems.first { $0.reason.contains("laps beyond") }?.count == 2)
    }

    @Test func `records without a time of day are quarantined`() throws {
        var writer = Self.identity(type: 4)
        writer.define(1, message: 20, [.init(253, 0x86), .init(3, 0x02)])
        writer.add(1, [5, 120])

        let trial = try ImportTrial(writer.file)

        #expect(trial.quarantined.map(\.reason) == ["it has no time of day"])
    }

    @Test func `composition of a scale is stored, and its users are reported`() throws {
        var writer = Self.identity(type: 9)
        writer.define(
            1, message: 30,
            [
                .init(253, 0x86), .init(0, 0x84), .init(2, 0x84), .init(4, 0x84), .init(5, 0x84),
                .init(7, 0x84), .init(12, 0x84),
            ])
        writer.add(1, [Self.time, 7580, 5500, 310, 3400, 6800, 0])
        writer.add(1, [Self.time + 60, 6010, 0xFFFF, 290, 0xFFFF, 0xFFFF, 2])
        writer.add(1, [Self.time + 90, 6020, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 2])

        let trial = try ImportTrial(writer.file)

        #expect(trial.values("bodyMass") == [75.8, 60.1, 60.2])
        #expect(trial.values("boneMass") == [3.1, 2.9])
        #expect(trial.values("muscleMass") == [34])
        #expect(trial.values("basalMetabolicRate") == [1700])
        #expect(trial.ignored["body water of a scale"] == 1)
        #expect(trial.problems.map(\.reason).contains { $0.hasSuffix("by number: 0 (1), 2 (2)") })
    }

    @Test func `a nap is sleep without stages, unless it was deleted`() throws {
        var writer = Self.identity(type: 49)
        writer.define(
            1, message: 412, [.init(0, 0x86), .init(2, 0x86), .init(5, 0x00)])
        writer.add(1, [Self.time, Self.time + 1800, 0])
        writer.add(1, [Self.time + 7200, Self.time + 9000, 1])
        writer.add(1, [Self.time + 7200, 0xFFFF_FFFF, 0])
        writer.add(1, [Self.time + 7200, Self.time, 0])

        let trial = try ImportTrial(writer.file)

        #expect(trial.values("sleepAnalysis") == [SleepStage.asleep.value])
        #expect(trial.samples.map { $0.end - $0.start } == [1_800_000])
        #expect(trial.ignored["deleted naps"] == 1)
        #expect(trial.quarantined.count == 2)
        #expect(trial.problems.map(\.reason).contains { $0.hasPrefix("naps: ") })
    }

    @Test func `weight, fat and saturation have canonical units`() throws {
        var writer = Self.identity(type: 9)
        writer.define(1, message: 30, [.init(253, 0x86), .init(0, 0x84), .init(1, 0x84)])
        writer.add(1, [Self.time, 7580, 2230])
        writer.add(1, [Self.time + 1, 65_534, 0xFFFF])
        writer.define(2, message: 269, [.init(253, 0x86), .init(0, 0x02)])
        writer.add(2, [Self.time, 97])

        let trial = try ImportTrial(writer.file)

        #expect(trial.values("bodyMass") == [75.8])
        #expect(trial.values("bodyFatPercentage") == [0.223])
        #expect(trial.values("oxygenSaturation") == [0.97])
    }

    @Test func `a blood pressure is a correlation with two samples`() throws {
        var writer = Self.identity(type: 14)
        writer.define(1, message: 51, [.init(253, 0x86), .init(0, 0x84), .init(1, 0x84)])
        writer.add(1, [Self.time, 120, 80])

        let trial = try ImportTrial(writer.file)

        #expect(trial.correlations.map(\.type) == ["BloodPressure"])
        #expect(trial.values("bloodPressureSystolic") == [120])
        #expect(trial.values("bloodPressureDiastolic") == [80])
    }

    @Test func `a sleep stage lasts until the next one`() throws {
        var writer = Self.identity(type: 49)
        writer.define(1, message: 275, [.init(253, 0x86), .init(0, 0x00)])
        for (minute, level) in [(0, 2), (1, 2), (2, 3), (3, 4), (4, 0), (5, 1)] as [(Int64, Int64)]
        {
            writer.add(1, [Self.time + 60 * minute, level])
        }

        let trial = try ImportTrial(writer.file, named: "sleep.fit")

        let minutes = trial.samples.map { [$0.value, Double($0.end - $0.start) / 60_000] }
        #expect(minutes == [[3, 2], [4, 1], [5, 1], [2, 1]])
    }

    @Test func `messages without a measurement and of other kinds are counted by name`() throws {
        var writer = Self.identity(type: 49)
        writer.define(1, message: 297, [.init(253, 0x86), .init(0, 0x83)])
        writer.add(1, [Self.time, 1450])
        writer.add(1, [Self.time + 60, 0xFF9C])
        writer.define(2, message: 269, [.init(253, 0x86), .init(0, 0x02)])
        writer.add(2, [Self.time, 0xFF])
        writer.define(3, message: 275, [.init(253, 0x86), .init(0, 0x00)])
        writer.add(3, [Self.time, 0])
        for (local, message) in [(4, 227), (5, 346), (6, 370), (7, 78)] as [(UInt8, UInt16)] {
            writer.define(local, message: message, [.init(253, 0x86), .init(0, 0x84)])
            writer.add(local, [Self.time, 30])
        }

        let trial = try ImportTrial(writer.file)

        #expect(trial.values("respiratoryRate") == [14.5])
        #expect(
            trial.ignored == [
                "respiration_rate without a measurement": 1,
                "spo2_data without a measurement": 1, "sleep_level without a measurement": 1,
                "stress_level": 1, "sleep_assessment": 1, "hrv_status_summary": 1, "hrv": 1,
            ])
    }

    @Test func `messages that were not tried on a real file are reported`() throws {
        var writer = Self.identity(type: 68)
        writer.define(1, message: 371, [.init(253, 0x86), .init(0, 0x84)])
        for (minute, value) in [(0, 5632), (5, 5888)] as [(Int64, Int64)] {
            writer.add(1, [Self.time + 60 * minute, value])
        }

        let trial = try ImportTrial(writer.file)

        #expect(trial.values("heartRateVariabilityRMSSD") == [44, 46])
        #expect(
            trial.problems.map(\.reason) == [
                "heart rate variability: this part of FIT was not tried on a real file"
            ])
        #expect(trial.problems.map(\.count) == [2])
    }
}
