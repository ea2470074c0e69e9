import Dispatch
import Foundation

/// How a region is divided among threads and runs.
enum Tiles {
    /// Even, so that rows of chroma belong to one tile.
    static let height = 64

    /// Calls `body` with parts of the region, several at once; each is at most a run wide and ``height`` rows high,
    /// counted from the top.
    static func forEach(in region: PixelRect, _ body: @Sendable (PixelRect, Scratch) -> Void) {
        guard !region.isEmpty else { return }
        let bands = (region.height + height - 1) / height
        @Sendable func band(_ index: Int) {
            let scratch = Scratch()
            let top = region.maxY - index * height
            let low = max(region.y, top - height)
            for x in stride(from: region.x, to: region.maxX, by: Run.capacity) {
                let width = min(Run.capacity, region.maxX - x)
                body(PixelRect(x: x, y: low, width: width, height: top - low), scratch)
            }
        }
        // A small picture is made before other threads have started.
        if region.count < 1 << 15 {
            for index in 0..<bands { band(index) }
        } else {
            DispatchQueue.concurrentPerform(iterations: bands, execute: band)
        }
    }
}
