/// A number for people: whole numbers without a point.
package func plainText(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
}
