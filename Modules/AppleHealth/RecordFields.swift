/// The used attributes of a Record, in any order.
struct RecordFields {
    private(set) var type: ByteSlice?
    private(set) var unit: ByteSlice?
    private(set) var value: ByteSlice?
    private(set) var source: ByteSlice?
    /// Bytes of the device without its memory address, which varies within a file.
    private var deviceKey: ByteSlice?
    private(set) var device: ByteSlice?
    private(set) var start: ByteSlice?
    private(set) var end: ByteSlice?
    /// Value of `creationDate`, whose position ``HeadCache`` needs.
    private(set) var creation: ByteSlice?
    private(set) var hasDuplicate = false

    init(_ tag: StartTag) {
        for i in 0..<tag.count {
            let attribute = tag[i]
            let name = attribute.name
            switch name.count {
            case 4 where name.equals("type"): type = firstValue(type, attribute.value)
            case 4 where name.equals("unit"): unit = firstValue(unit, attribute.value)
            case 5 where name.equals("value"): value = firstValue(value, attribute.value)
            case 6 where name.equals("device"): device = firstValue(device, attribute.value)
            case 7 where name.equals("endDate"): end = firstValue(end, attribute.value)
            case 9 where name.equals("startDate"): start = firstValue(start, attribute.value)
            case 10 where name.equals("sourceName"): source = firstValue(source, attribute.value)
            case 12 where name.equals("creationDate"):
                creation = firstValue(creation, attribute.value)
            default: break
            }
        }
        deviceKey = Self.withoutAddress(device)
    }

    /// The first value of a duplicate attribute counts.
    @inline(__always)
    private mutating func firstValue(_ first: ByteSlice?, _ next: ByteSlice) -> ByteSlice {
        if first != nil { hasDuplicate = true }
        return first ?? next
    }

    private static func withoutAddress(_ device: ByteSlice?) -> ByteSlice? {
        guard let device,
            device.starts(with: "&lt;&lt;HKDevice: 0x") || device.starts(with: "<<HKDevice: 0x"),
            let comma = device.first(UInt8(ascii: ","))
        else { return device }
        return ByteSlice(comma, to: device.end)
    }

    /// Number of bytes that ``writeKey(to:)`` writes.
    var keyLength: Int {
        Self.lengthSize * 4 + (type?.count ?? 0) + (unit?.count ?? 0) + (source?.count ?? 0)
            + (deviceKey?.count ?? 0)
    }

    /// Writes the key of the record's series, independent of the order of attributes: four times a
    /// length and as many bytes.
    func writeKey(to start: UnsafeMutablePointer<UInt8>) {
        var next = start
        func write(_ field: ByteSlice?) {
            let count = UInt32(field?.count ?? 0)
            UnsafeMutableRawPointer(next).storeBytes(of: count, as: UInt32.self)
            next += Self.lengthSize
            if let field { next.update(from: field.start, count: field.count) }
            next += Int(count)
        }
        write(type)
        write(unit)
        write(source)
        write(deviceKey)
    }

    private static let lengthSize = MemoryLayout<UInt32>.size
}
