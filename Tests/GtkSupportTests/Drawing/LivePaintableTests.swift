import CGtk
import Testing

@testable import GtkSupport

@MainActor
struct LivePaintableTests {
    /// Memory that reports when it is released.
    private final class Pixels: Sendable {
        nonisolated(unsafe) let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4 * 8 * 4, alignment: 16)

        init() { bytes.initializeMemory(as: UInt8.self, repeating: 255, count: 4 * 8 * 4) }

        deinit { bytes.deallocate() }
    }

    private func picture(_ pixels: Pixels) -> LivePicture {
        LivePicture(pixels: pixels.bytes, width: 8, height: 4, bytesPerRow: 32, owner: pixels)
    }

    @Test(arguments: [false, true])
    func aPictureKeepsItsPixelsAsLongAsItIsDrawn(_ isDrawnByCairo: Bool) throws {
        weak var pixels: Pixels?
        do {
            let strong = Pixels()
            pixels = strong
            let paintable = LivePaintable()
            paintable.isDrawnByCairo = { isDrawnByCairo }
            paintable.picture = picture(strong)
            let node = try #require(renderNode(of: paintable, width: 16, height: 8))
            paintable.picture = nil
            paintable.picture = nil
            #expect(pixels != nil)
            gsk_render_node_unref(node)
        }
        #expect(pixels == nil)
    }

    @Test(arguments: [false, true])
    func colorsAreThoseOfThePixels(_ isDrawnByCairo: Bool) throws {
        let pixels = Pixels()
        for pixel in 0..<32 {
            pixels.bytes.storeBytes(of: 0xFF11_22CC as UInt32, toByteOffset: 4 * pixel, as: UInt32.self)
        }
        let paintable = LivePaintable()
        paintable.isDrawnByCairo = { isDrawnByCairo }
        paintable.picture = picture(pixels)
        let node = try #require(renderNode(of: paintable, width: 16, height: 8))
        defer { gsk_render_node_unref(node) }
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 16, 8)
        let context = cairo_create(surface)
        gsk_render_node_draw(node, context)
        cairo_surface_flush(surface)
        let middle = cairo_image_surface_get_data(surface) + 4 * Int(cairo_image_surface_get_stride(surface)) + 4 * 8
        #expect(UnsafeRawPointer(middle).load(as: UInt32.self) == 0xFF11_22CC)
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    @Test func nothingIsDrawnWithoutAPicture() {
        #expect(drawn(LivePaintable(), width: 100, height: 100) == nil)
    }

    @Test(arguments: [false, true])
    func aPictureIsDrawnInTheMiddleAsLargeAsFits(_ isDrawnByCairo: Bool) throws {
        let paintable = LivePaintable()
        paintable.isDrawnByCairo = { isDrawnByCairo }
        paintable.picture = picture(Pixels())
        let place = try #require(drawn(paintable, width: 100, height: 100))
        #expect(place.origin.x == 0 && place.origin.y == 25)
        #expect(place.size.width == 100 && place.size.height == 50)
    }

    @Test func aNewSizeIsReported() async {
        let paintable = LivePaintable()
        let (sizes, continuation) = AsyncStream.makeStream(of: [Double].self)
        paintable.onResize = { continuation.yield([$0, $1]) }
        var iterator = sizes.makeAsyncIterator()
        _ = drawn(paintable, width: 100, height: 50)
        #expect(await iterator.next() == [100, 50])
        // The same size is not reported again.
        _ = drawn(paintable, width: 100, height: 50)
        _ = drawn(paintable, width: 80, height: 50)
        #expect(await iterator.next() == [80, 50])
    }

    @Test func aNewPictureAsksToBeDrawn() {
        let paintable = LivePaintable()
        var count = 0
        paintable.on("invalidate-contents") { count += 1 }
        paintable.picture = picture(Pixels())
        #expect(count == 1)
    }

    /// Where the paintable draws; `nil` if it draws nothing.
    private func drawn(_ paintable: LivePaintable, width: Double, height: Double) -> graphene_rect_t? {
        guard let node = renderNode(of: paintable, width: width, height: height) else { return nil }
        defer { gsk_render_node_unref(node) }
        var bounds = graphene_rect_t()
        gsk_render_node_get_bounds(node, &bounds)
        return bounds
    }

    private func renderNode(of paintable: LivePaintable, width: Double, height: Double) -> OpaquePointer? {
        // GTK's initialization registers the node types, even without a display.
        _ = gtk_init_check()
        let snapshot = gtk_snapshot_new()
        gdk_paintable_snapshot(paintable.opaque, snapshot, width, height)
        return gtk_snapshot_free_to_node(snapshot)
    }
}
