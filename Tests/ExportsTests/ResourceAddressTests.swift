import Testing

@testable import Exports

/// Addresses of resources in a bundle of FHIR.
@Suite struct ResourceAddressTests {
    // The hash of "a" is a test vector of draft-eastlake-fnv: d228cb696f1a8caf78912b704e4a8964.
    @Test func `an address is the hash of the texts as a UUID of version 8`() {
        #expect(ResourceAddress.urn(["a"]) == "urn:uuid:d228cb69-6f1a-8caf-b891-2b704e4a8964")
    }

    @Test func `the border between texts counts`() {
        #expect(ResourceAddress.urn(["ab", "c"]) != ResourceAddress.urn(["a", "bc"]))
    }
}
