import Testing

@testable import HealthMetrics

struct SourceNameTests {
    @Test(arguments: [
        ("Sam\u{2019}s Apple\u{A0}Watch", "Sam's Apple Watch"), ("Scale & Co", "Scale & Co"),
        (" Health  Mate\u{202F}", "Health Mate"), ("\u{201C}X\u{201D}", "\"X\""),
        ("App\u{B}", "App"), ("App\u{1}", "App"), ("\u{200E}Phone", "Phone"), ("", ""),
        ("Büro\u{2011}Waage", "Büro-Waage"),
    ])
    func `names are compared without typography`(shown: String, compared: String) {
        let name = SourceName(shown)

        #expect(name.compared == compared)
        #expect(name.shown == shown)
    }

    @Test(arguments: [
        (
            "<<HKDevice: 0x2819e9770>, name:iPhone, model:iPhone, software:17.0>",
            "name:iPhone, model:iPhone, software:17.0"
        ),
        ("<<HKDevice: 0x2819e9770>>", ""), ("name:Scale", "name:Scale"), ("", ""),
        ("<<HKDevice: 0x28", "<<HKDevice: 0x28"),
    ])
    func `the memory address is removed from a device name`(text: String, device: String) {
        #expect(DeviceName.withoutAddress(text) == device)
    }

    @Test(arguments: [
        (true, "model:Watch", "Sam's Apple Watch", SourceClass.manual),
        (false, "name:Apple Watch, model:Watch, hardware:Watch6,2", "x", .watch),
        (false, "name:iPhone, model:iPhone", "Sam's Apple Watch", .phone),
        (false, "", "Sam\u{2019}s Apple\u{A0}Watch", .watch), (false, "", "Sam's iPhone", .phone),
        (false, "name:Body Scale", "Health Mate", .other), (false, "", "", .other),
        (false, "", "Saxophone practice", .other), (false, "", "Headphones", .other),
        (false, "", "Swatchbook", .other), (false, "", "小明的iPhone", .phone),
        (false, "", "Galaxy Watch4", .watch), (false, "name:AirPods", "Earphone", .other),
        (false, "name:Strap", "Sam's Apple Watch", .other),
        (false, "hardware:X", "Sam's Apple Watch", .watch),
    ])
    func `the class follows mark, device, then source`(
        isEntered: Bool, device: String, source: String, expected: SourceClass
    ) {
        #expect(SourceClass(isEntered: isEntered, device: device, source: source) == expected)
    }

    @Test func `a field of a device may have a comma, and ends before the next field`() {
        let text = "<<HKDevice: 0x28>, name:Apple Watch, hardware:Watch6,2, software:9.1>"

        #expect(DeviceName.field("hardware", of: text) == "Watch6,2")
        #expect(DeviceName.field("software", of: text) == "9.1")
        #expect(DeviceName.field("model", of: text) == nil)
    }

    @Test func `manual ranks above watch above phone above others`() {
        #expect([SourceClass.other, .phone, .manual, .watch].sorted() == SourceClass.allCases)
    }
}
