extension UnitConversion {
    /// A conversion from a unit as people write it: `ML` and `KM` stand for `ml` and `km`, and
    /// `pounds` for `lb`.
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

    /// The conversion of numbers from one unit to another; nil if their dimensions differ. An
    /// unknown unit is a label, and replacing it converts nothing.
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
