import PluginKit
import Testing

@Suite struct TCXTests {
    private static let ride = """
        <?xml version="1.0"?>
        <TrainingCenterDatabase xmlns="x"><Activities><Activity Sport="Biking">
        <Id>2024-05-01T06:00:00Z</Id>
        <Lap StartTime="2024-05-01T06:00:00Z"><TotalTimeSeconds>60.5</TotalTimeSeconds>
        <DistanceMeters>500</DistanceMeters><Calories>12</Calories>
        <Track>
        <Trackpoint><Time>2024-05-01T06:00:00Z</Time><Position>
        <LatitudeDegrees>50</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees></Position>
        <DistanceMeters>0</DistanceMeters><HeartRateBpm><Value>90</Value></HeartRateBpm>
        <Cadence>80</Cadence></Trackpoint>
        <Trackpoint><Time>2024-05-01T06:01:00Z</Time><DistanceMeters>480</DistanceMeters>
        <HeartRateBpm><Value>0</Value></HeartRateBpm>
        <Extensions><ns3:TPX><ns3:Speed>8.5</ns3:Speed><ns3:Watts>200</ns3:Watts></ns3:TPX>
        </Extensions></Trackpoint>
        </Track></Lap>
        <Lap StartTime="2024-05-01T06:01:00.500Z"><TotalTimeSeconds>30</TotalTimeSeconds>
        <DistanceMeters>100</DistanceMeters><Calories>3</Calories></Lap>
        <Creator><Name>Edge 500</Name></Creator>
        </Activity></Activities></TrainingCenterDatabase>
        """
    private static let start: Int64 = 1_714_543_200_000

    @Test func `an activity is a workout with the totals of its laps`() throws {
        let trial = try ImportTrial(Self.ride, named: "ride.tcx")

        let workout = try #require(trial.workouts.first)
        #expect(workout.type == "Cycling")
        #expect(workout.source == "Edge 500")
        #expect(workout.start == Self.start)
        #expect(workout.end == Self.start + 90_500)
        #expect(workout.seconds == 90.5)
        #expect(workout.statistics["distanceCycling"]?.sum == 600)
        #expect(workout.statistics["activeEnergyBurned"]?.sum == 15)
        #expect(workout.events.map(\.start) == [Self.start, Self.start + 60_500])
        #expect(trial.values("heartRate") == [90])
        #expect(trial.values("cyclingCadence") == [80])
        #expect(trial.values("cyclingSpeed") == [8.5])
        #expect(trial.values("cyclingPower") == [200])
        #expect(trial.values("distanceCycling") == [480])
        #expect(!trial.isTruncated)
    }

    @Test func `laps beyond the limit of an activity are counted`() throws {
        let lap =
            "<Lap StartTime=\"2024-05-01T06:00:00Z\">"
            + "<TotalTimeSeconds>1</TotalTimeSeconds></Lap>"
        let trial = try ImportTrial(
            "<TrainingCenterDatabase><Activities><Activity Sport=\"Running\">"
                + String(repeating: lap, count: 4100)
                + "</Activity></Activities></TrainingCenterDatabase>", named: "run.tcx")

        #expect(trial.workouts.first?.events.count == 4096)
        #expect(trial.workouts.first?.seconds == 4100)
        #expect(trial.problems.map(\.count) == [4])
    }

    @Test func `each shorter file ends in a report`() throws {
        let bytes = Array(Self.ride.utf8)
        for count in stride(from: 120, to: bytes.count - 1, by: 37) {
            let trial = try ImportTrial(
                of: TestImporter(), reading: Array(bytes[..<count]), named: "ride.tcx")

            #expect(trial.isTruncated, "\(count) bytes")
        }
    }
}
