/// A unit without operators, such as `kcal`, `fl_oz_us` or `mmol<180.1558800000541>`.
struct UnitSymbol: Sendable {
    let dimension: Dimension
    /// The number of base units in one of this unit.
    let factor: Ratio
    /// The offset added before the factor, as for degrees Fahrenheit.
    var bias = 0.0

    init(_ dimension: Dimension, _ factor: Ratio = .one, bias: Double = 0) {
        self.dimension = dimension
        self.factor = factor
        self.bias = bias
    }

    /// The unit with this name: from the table, or a metric prefix and a unit that accepts it; nil
    /// if unknown.
    static func named(_ name: some StringProtocol) -> UnitSymbol? {
        if let molar = molar(name) { return molar }
        if let unit = table[String(name)] { return unit }
        for (prefix, power) in prefixes where name.utf8.starts(with: prefix.utf8) {
            let rest = String(name.dropFirst(prefix.count))
            guard prefixable.contains(rest), let unit = table[rest],
                let factor = unit.factor.times(power)
            else { continue }
            return UnitSymbol(unit.dimension, factor)
        }
        return nil
    }

    /// `mol<M>` with an optional prefix: M grams.
    private static func molar(_ name: some StringProtocol) -> UnitSymbol? {
        guard name.last == ">", let open = name.firstIndex(of: "<"),
            let mass = Ratio(decimal: name[name.index(after: open)...].dropLast()),
            let grams = mass.times(Ratio(1, 1000))
        else { return nil }
        let head = name[..<open]
        guard head.hasSuffix("mol") else { return nil }
        let prefix = String(head.dropLast(3))
        guard !prefix.isEmpty else { return UnitSymbol(.base(.mass), grams) }
        guard let power = prefixes.first(where: { $0.0 == prefix })?.1,
            let factor = grams.times(power)
        else { return nil }
        return UnitSymbol(.base(.mass), factor)
    }

    // Longer prefixes first, since `mc` begins with `m` and `da` with `d`.
    private static let prefixes: [(String, Ratio)] = [
        ("mc", Ratio(1, 1_000_000)), ("µ", Ratio(1, 1_000_000)), ("μ", Ratio(1, 1_000_000)),
        ("u", Ratio(1, 1_000_000)), ("n", Ratio(1, 1_000_000_000)),
        ("p", Ratio(1, 1_000_000_000_000)), ("da", Ratio(10)), ("d", Ratio(1, 10)),
        ("c", Ratio(1, 100)), ("m", Ratio(1, 1000)), ("h", Ratio(100)), ("k", Ratio(1000)),
        ("M", Ratio(1_000_000)), ("G", Ratio(1_000_000_000)),
    ]
    private static let prefixable: Set = ["m", "g", "L", "l", "s", "J", "Pa", "W", "S", "V", "Hz"]

    private static let volume = Dimension.base(.length, 3)
    private static let energy =
        Dimension.base(.mass) * .base(.length, 2) * .base(.time, -2)
    private static let power = energy * .base(.time, -1)
    private static let pressure = Dimension.base(.mass) * .base(.length, -1) * .base(.time, -2)
    private static let voltage = power * .base(.current, -1)
    private static let conductance = voltage.raised(to: -1) * .base(.current)

    // Base units: m, kg, s, degC, A. Factors are exact by definition (international yard and pound,
    // thermochemical calorie, US customary and imperial gallons, conventional mercury and water).
    private static let table: [String: UnitSymbol] = [
        "m": .init(.base(.length)),
        "in": .init(.base(.length), Ratio(254, 10_000)),
        "ft": .init(.base(.length), Ratio(3048, 10_000)),
        "yd": .init(.base(.length), Ratio(9144, 10_000)),
        "mi": .init(.base(.length), Ratio(1_609_344, 1000)),
        "g": .init(.base(.mass), Ratio(1, 1000)),
        "lb": .init(.base(.mass), pound),
        "lbs": .init(.base(.mass), pound),
        "oz": .init(.base(.mass), Ratio(45_359_237, 1_600_000_000)),
        "st": .init(.base(.mass), Ratio(45_359_237 * 14, 100_000_000)),
        "s": .init(.base(.time)),
        "min": .init(.base(.time), Ratio(60)),
        "hr": .init(.base(.time), Ratio(3600)),
        "h": .init(.base(.time), Ratio(3600)),
        "d": .init(.base(.time), Ratio(86_400)),
        "Hz": .init(.base(.count) * .base(.time, -1)),
        "bpm": .init(.base(.count) * .base(.time, -1), Ratio(1, 60)),
        "degC": .init(.base(.temperature)),
        "degF": .init(.base(.temperature), Ratio(5, 9), bias: -32),
        "K": .init(.base(.temperature), bias: -273.15),
        "L": .init(volume, Ratio(1, 1000)),
        "l": .init(volume, Ratio(1, 1000)),
        "fl_oz_us": .init(volume, Ratio(29_573_529_562_5, 10_000_000_000_000_000)),
        "fl_oz_imp": .init(volume, Ratio(284_130_625, 10_000_000_000_000)),
        "cup_us": .init(volume, Ratio(236_588_236_5, 10_000_000_000_000)),
        "cup": .init(volume, Ratio(236_588_236_5, 10_000_000_000_000)),
        "cup_imp": .init(volume, Ratio(284_130_625, 1_000_000_000_000)),
        "pt_us": .init(volume, Ratio(473_176_473, 1_000_000_000_000)),
        "pt_imp": .init(volume, Ratio(568_261_25, 100_000_000_000)),
        "J": .init(energy),
        "cal": .init(energy, Ratio(4184, 1000)),
        "kcal": .init(energy, Ratio(4184)),
        "Cal": .init(energy, Ratio(4184)),
        "W": .init(power),
        "Pa": .init(pressure),
        "mmHg": .init(pressure, Ratio(133_322_387_415, 1_000_000_000)),
        "inHg": .init(pressure, Ratio(133_322_387_415 * 254, 10_000_000_000)),
        "cmAq": .init(pressure, Ratio(980_665, 10_000)),
        "atm": .init(pressure, Ratio(101_325)),
        "V": .init(voltage),
        "S": .init(conductance),
        "count": .init(.base(.count)),
        // Exports write percentages as fractions of 0 to 1.
        "%": .init(.base(.fraction)),
        "fraction": .init(.base(.fraction)),
        "dBASPL": .init(.base(.soundLevel)),
        "dBHL": .init(.base(.hearingLevel)),
        "IU": .init(.base(.international)),
        "appleEffortScore": .init(.base(.effort)),
        "rad": .init(.base(.angle)),
        "D": .init(.base(.refraction)),
        "lx": .init(.base(.light)),
    ]
    private static let pound = Ratio(45_359_237, 100_000_000)
}
