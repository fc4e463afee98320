/// Common names of units, by symbol.
///
/// "Calorie" is excluded because it is ambiguous: for food it means a thousand times the unit
/// `cal`.
enum UnitAlias {
    /// The symbol of a name, ignoring case; nil if the name is not in the list.
    static func symbol(for word: String) -> String? {
        symbols[word.lowercased().replacing(" ", with: "").replacing(".", with: "")]
    }

    private static let names: [String: [String]] = [
        "kg": ["kilogram", "kilograms", "kilo", "kilos", "kgs"],
        "g": ["gram", "grams", "gramme", "grammes"],
        "mg": ["milligram", "milligrams"],
        "lb": ["pound", "pounds"],
        "oz": ["ounce", "ounces"],
        "st": ["stone", "stones"],
        "km": ["kilometer", "kilometers", "kilometre", "kilometres", "kms"],
        "m": ["meter", "meters", "metre", "metres"],
        "cm": ["centimeter", "centimeters", "centimetre", "centimetres"],
        "mi": ["mile", "miles"],
        "ft": ["foot", "feet"],
        "in": ["inch", "inches"],
        "yd": ["yard", "yards"],
        "s": ["second", "seconds", "sec", "secs"],
        "min": ["minute", "minutes", "mins"],
        "hr": ["hour", "hours", "hrs"],
        "d": ["day", "days"],
        "l": ["liter", "liters", "litre", "litres"],
        "ml": ["milliliter", "milliliters", "millilitre", "millilitres"],
        "fl_oz_us": ["floz", "fluidounce", "fluidounces"],
        "cup_us": ["cups"],
        "kcal": ["kilocalorie", "kilocalories", "kcals"],
        "degC": ["°c", "celsius"],
        "degF": ["°f", "fahrenheit"],
    ]
    private static let symbols = Dictionary(
        uniqueKeysWithValues: names.flatMap { symbol, names in names.map { ($0, symbol) } })
}
