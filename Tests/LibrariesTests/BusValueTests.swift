import SessionBus
import Testing

/// Source: GLib, "GVariant Text Format".
@Suite struct BusValueTests {
    @Test func valuesAreTextsWithTheirTypes() {
        #expect(BusValue.tuple([.bool(true), .number(-5), .double(1)]).text == "(true, int64 -5, 1.0)")
        #expect(BusValue.tuple([.number(1)]).text == "(int64 1,)" && BusValue.tuple([]).text == "()")
        #expect(BusValue.string("it's\na\\b\0").text == #"'it\'s\na\\b'"#)
        #expect(BusValue.strings([]).text == "@as []" && BusValue.strings(["a", "b"]).text == "@as ['a', 'b']")
        #expect(
            BusValue.dictionary(["b": .path("/x"), "a": .string("")]).text
                == "@a{sv} {'a': <''>, 'b': <objectpath '/x'>}")
        #expect(BusValue.dictionary([:]).text == "@a{sv} {}")
    }
}
