import CGtk
import Testing

@testable import GtkSupport

/// In which direction words run. Fonts differ from machine to machine: only the order of letters counts.
@Suite struct TextDirectionTests {
    /// Calls back with what gives the left edge of the letter at an index of the UTF-8 text.
    private func withEdges(
        of text: String, _ alignment: TextLayout.Alignment, _ body: (_ edge: (Int32) -> Int32) -> Void
    ) {
        let layout = TextLayout.makeLayout([TextLayout.Run(text, TextStyle(size: 17))], alignment, lineSpacing: 0)
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        body { index in
            var place = PangoRectangle()
            pango_layout_index_to_pos(layout, index, &place)
            return min(place.x, place.x + place.width)
        }
    }

    @Test(arguments: [TextLayout.Alignment.natural, .left, .center, .right])
    func eachParagraphHasItsOwnDirection(_ alignment: TextLayout.Alignment) {
        // Hebrew letters have two bytes each: the second exclamation mark is at 11.
        withEdges(of: "abc!\nאבג!", alignment) { edge in
            #expect(edge(0) < edge(1) && edge(2) < edge(3))
            #expect(edge(5) > edge(7) && edge(9) > edge(11))
        }
        withEdges(of: "אבג!\nabc!", alignment) { edge in
            #expect(edge(0) > edge(2) && edge(4) > edge(6))
            #expect(edge(8) < edge(9) && edge(10) < edge(11))
        }
    }

    @Test func allParagraphsAreAtTheSideThatIsWanted() {
        withEdges(of: "abc abc abc\nאבג!", .left) { edge in
            // The mark is the leftmost one of its line.
            #expect(edge(0) == edge(18))
        }
    }
}
