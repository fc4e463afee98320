import FIT
import FITWriter
import Glibc
import PluginKit
import WorkoutFiles

/// Inputs of the targets that read workout files.
enum WorkoutInputs {
    static let files: [[UInt8]] = [activity(isBigEndian: false), activity(isBigEndian: true)]

    static let gpx =
        """
        <gpx version="1.1" creator="a"><trk><type>run</type><trkseg><trkpt lat="1" lon="2">\
        <time>2024-05-01T06:00:00Z</time></trkpt><trkpt lat="1.1" lon="2"><ele>5</ele>\
        <time>2024-05-01T06:01:00Z</time><extensions><hr>90</hr></extensions></trkpt></trkseg></trk></gpx>
        """

    static let tcx =
        """
        <TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="2024-05-01T06:00:00Z">\
        <TotalTimeSeconds>60</TotalTimeSeconds><DistanceMeters>9</DistanceMeters><Track><Trackpoint>\
        <Time>2024-05-01T06:00:00Z</Time><DistanceMeters>1</DistanceMeters><HeartRateBpm><Value>80</Value>\
        </HeartRateBpm></Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>
        """

    private static func activity(isBigEndian: Bool) -> [UInt8] {
        var writer = FITWriter(isBigEndian: isBigEndian)
        writer.define(0, message: 0, [.init(0, 0x00), .init(1, 0x84)])
        writer.add(0, [4, 1])
        writer.define(1, message: 20, [.init(253, 0x86), .init(3, 0x02), .init(5, 0x86)])
        writer.add(1, [1_000_000_000, 120, 0])
        writer.addCompressed(1, low: 5, [1_000_000_001, 121, 900])
        writer.define(2, message: 18, [.init(2, 0x86), .init(7, 0x86), .init(5, 0x00)])
        writer.add(2, [1_000_000_000, 60_000, 1])
        writer.define(3, message: 55, [.init(253, 0x86), .init(3, 0x86), .init(5, 0x00)])
        writer.add(3, [1_000_000_000, 100, 6])
        return writer.file
    }

    /// Counts messages, values and damage.
    private final class Digest: FITSink {
        private(set) var text = ""

        func beginFile(at offset: Int64) { text += "file \(offset)\n" }

        func receive(_ message: FITMessage) {
            text += "\(message.number) \(message.timestamp ?? 0)"
            for field in message.definition.fields {
                text += " \(message.numbers(field.number)) \(message.text(field.number) ?? "")"
            }
            message.forEachDeveloperField { text += " \($0.name) \($1 ?? 0)" }
            text += "\n"
        }

        func receive(_ damage: FITDamage) { text += "\(damage.offset) \(damage)\n" }

        static func of(_ bytes: UnsafeRawBufferPointer, block: Int) -> String {
            let digest = Digest()
            var decoder = FITDecoder()
            var position = 0
            do {
                while position < bytes.count {
                    let end = min(bytes.count, position + block)
                    try decoder.consume(
                        UnsafeRawBufferPointer(rebasing: bytes[position..<end]), into: digest)
                    position = end
                }
                try decoder.finish(into: digest)
            } catch {
                FuzzCase.fail("\(error)")
            }
            return digest.text
        }
    }

    /// Checks that the result does not depend on the size of the blocks.
    static func fit(_ bytes: UnsafeRawBufferPointer) {
        guard Digest.of(bytes, block: 1 << 20) == Digest.of(bytes, block: 13) else {
            FuzzCase.fail("the messages differ between blocks of different sizes")
        }
    }

    /// Checks that each workout ends after its start.
    static func workout(_ bytes: UnsafeRawBufferPointer, named name: String) {
        guard
            let trial = ImporterTrial.result(of: Array(bytes), named: name, WorkoutFile.read)
        else { return }
        guard trial.workouts.allSatisfy({ $0.start <= $0.end }) else {
            FuzzCase.fail("a workout ends before its start")
        }
    }
}
