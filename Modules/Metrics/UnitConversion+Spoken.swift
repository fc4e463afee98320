extension UnitConversion {
    /// From a unit as people write it, where `ML` and `KM` are meant as `ml` and `km`.
    package init(spokenUnit: String, to own: String) throws(UnitError) {
        do {
            try self.init(from: spokenUnit, to: own)
        } catch {
            try self.init(from: spokenUnit.lowercased(), to: own)
        }
    }
}
