/// A column of a ``TextTable``: its heading, and its cell in the row of an item.
package struct TextColumn<Item> {
    let title: String
    let alignment: TextTable.Alignment
    let cell: (Item) -> String

    package static func left(_ title: String, _ cell: @escaping (Item) -> String) -> TextColumn {
        TextColumn(title: title, alignment: .left, cell: cell)
    }

    /// A column of descriptions, such as days.
    package static func left(
        _ title: String, _ value: KeyPath<Item, some CustomStringConvertible>
    ) -> TextColumn {
        left(title) { $0[keyPath: value].description }
    }

    /// A column of descriptions; an empty cell for nil.
    package static func left(
        _ title: String, _ value: KeyPath<Item, (some CustomStringConvertible)?>
    ) -> TextColumn {
        left(title) { $0[keyPath: value]?.description ?? "" }
    }

    package static func right(_ title: String, _ cell: @escaping (Item) -> String) -> TextColumn {
        TextColumn(title: title, alignment: .right, cell: cell)
    }

    /// A column of counts.
    package static func right(_ title: String, _ count: KeyPath<Item, Int>) -> TextColumn {
        right(title) { NumberText.count($0[keyPath: count]) }
    }

    /// A column of computed numbers.
    package static func right(_ title: String, _ value: KeyPath<Item, Double>) -> TextColumn {
        right(title) { NumberText.short($0[keyPath: value]) }
    }

    /// A column of computed numbers; a dash for nil.
    package static func right(_ title: String, _ value: KeyPath<Item, Double?>) -> TextColumn {
        right(title) { NumberText.short($0[keyPath: value]) }
    }
}
