import Foundation
import Locking

/// Computes the pixels of an image once, when they are first needed.
package final class PixelSource: Sendable {
    /// In pixels.
    package let size: CGSize
    /// What it computes them of.
    package let origin: any Sendable
    private let render: @Sendable () -> CGImage?
    private let known = Mutex<CGImage?>(nil)

    package init(size: CGSize, origin: any Sendable, render: @escaping @Sendable () -> CGImage?) {
        (self.size, self.origin, self.render) = (size, origin, render)
    }

    package var pixels: CGImage? {
        known.withLock { known in
            if known == nil { known = render() }
            return known
        }
    }
}
