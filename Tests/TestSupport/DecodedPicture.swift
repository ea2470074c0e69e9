import Foundation

/// A picture as another decoder sees it: planes of 8-bit samples, rows without padding.
package struct DecodedPicture: Sendable {
    /// One component at its own resolution.
    package struct Component: Sendable, Equatable {
        package var width: Int
        package var height: Int
        /// `width * height` bytes, row after row.
        package var samples: [UInt8]

        package init(width: Int, height: Int, samples: [UInt8]) {
            precondition(samples.count == width * height, "\(samples.count) samples are not \(width) x \(height)")
            self.width = width
            self.height = height
            self.samples = samples
        }

        /// Peak signal to noise ratio against `other` in dB; infinite when equal, 0 when the sizes differ.
        package func psnr(_ other: Component) -> Double {
            guard width == other.width, height == other.height, !samples.isEmpty else { return 0 }
            var sum = 0
            samples.withUnsafeBufferPointer { ours in
                other.samples.withUnsafeBufferPointer { theirs in
                    var index = 0
                    while index < ours.count {
                        let difference = Int(ours[index]) &- Int(theirs[index])
                        sum &+= difference &* difference
                        index &+= 1
                    }
                }
            }
            guard sum > 0 else { return .infinity }
            return 10 * log10(255 * 255 * Double(samples.count) / Double(sum))
        }
    }

    package var luma: Component
    /// Absent in a gray picture.
    package var cb: Component?
    package var cr: Component?

    package var width: Int { luma.width }
    package var height: Int { luma.height }

    package init(luma: Component, cb: Component? = nil, cr: Component? = nil) {
        self.luma = luma
        self.cb = cb
        self.cr = cr
    }

    /// The worst of the components' PSNR against `other` in dB; 0 when size or number of components differ.
    package func psnr(_ other: DecodedPicture) -> Double {
        guard (cb == nil) == (other.cb == nil) else { return 0 }
        var worst = luma.psnr(other.luma)
        if let cb, let theirs = other.cb { worst = min(worst, cb.psnr(theirs)) }
        if let cr, let theirs = other.cr { worst = min(worst, cr.psnr(theirs)) }
        return worst
    }
}
