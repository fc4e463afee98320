extension UnitConversion {
    /// Between units as people write them, where `ML` and `KM` are meant as `ml` and `km`, and `pounds`
    /// as `lb`.
    package init(spokenUnit: String, to own: String) throws(UnitError) {
        do {
            try self.init(from: spokenUnit, to: own)
        } catch {
            let symbol = UnitAlias.symbol(for: spokenUnit)
            let known = UnitAlias.symbol(for: own) ?? own
            guard symbol != nil || known != own else {
                try self.init(from: spokenUnit.lowercased(), to: own)
                return
            }
            try self.init(from: symbol ?? spokenUnit, to: known)
        }
    }

    /// How numbers in one unit are read in another. Units that nobody knows are words, one in the place
    /// of the other, and so is none; nil when two measure different things.
    package init?(reading source: String?, in target: String?) {
        guard let source, let target, source != target else {
            self = .identity
            return
        }
        do throws(UnitError) {
            try self.init(spokenUnit: source, to: target)
        } catch {
            guard case .unknown = error else { return nil }
            self = .identity
        }
    }
}
