import Testing

@testable import HealthMetrics

/// The class of a source by the texts of its device and its name.
struct SourceClassTests {
    @Test(arguments: [
        ("name:Google Pixel, manufacturer:Google, model:Phone", "Fit", SourceClass.phone),
        ("name:Acme W1, model:Watch", "Fit", .watch),
        ("Galaxy Watch4 (AB12)", "Samsung Health", .watch), ("Acme phone", "Fit", .phone),
        ("Garmin product 2697", "Garmin", .other), ("Galaxy S10", "My Watch", .watch),
        ("manufacturer:Acme", "Sam’s Watch", .watch), ("", "Sam’s iPhone", .phone),
        ("name:Scale", "My Watch", .other),
    ])
    func `a device is described by fields or by a plain name`(
        device: String, source: String, expected: SourceClass
    ) {
        #expect(SourceClass(isEntered: false, device: device, source: source) == expected)
    }

    @Test(arguments: [
        ("Galaxy Watch4", "Galaxy Watch4"),
        ("name:Watch, manufacturer:Apple, hardware:Watch6,2", "Watch Watch6,2"),
        ("<<HKDevice: 0x2819e9770>, manufacturer:Apple>", ""), ("Ring: third", "Ring: third"),
        ("", ""),
    ])
    func `the shown text of a device is its name and hardware, or its plain name`(
        device: String, shown: String
    ) {
        #expect(DeviceName.text(of: device) == shown)
    }
}
