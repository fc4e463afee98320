/// Adds an initialiser with one parameter per stored property, in order of declaration.
///
/// The initialiser has the access level of the struct. An initial value of a `var` is the default
/// argument of its parameter; a property without an initial value has a required parameter, also when
/// its type is optional. A `let` with an initial value has no parameter.
@attached(member, names: named(init))
package macro Memberwise() =
    #externalMacro(module: "MemberwiseMacro", type: "InitializerMacro")

/// Adds the conformance to ``DescribedFields``: the doc comment of a stored property is the description
/// of its JSON field.
///
/// Cases of a nested `CodingKeys` name the fields.
@attached(extension, conformances: DescribedFields, names: named(fieldNotes))
package macro Described() =
    #externalMacro(module: "MemberwiseMacro", type: "DescribedMacro")

/// Adds what ``Memberwise()`` and ``Described()`` add, and the members of `Codable` with ``MessageKey``
/// for its keys: the attribute of a message of the bus.
///
/// A struct with `CodingKeys`, `init(from:)` or `encode(to:)` of its own has the members that the
/// compiler derives.
@attached(member, names: named(init), named(encode))
@attached(extension, conformances: DescribedFields, names: named(fieldNotes))
package macro Message() =
    #externalMacro(module: "MemberwiseMacro", type: "MessageMacro")

/// States the form of a field's JSON where the type of the property does not show it; of several forms
/// a value has one. Read by ``Described()`` and ``Message()``.
@attached(peer)
package macro Field(_ forms: FieldForm...) =
    #externalMacro(module: "MemberwiseMacro", type: "FieldMacro")
