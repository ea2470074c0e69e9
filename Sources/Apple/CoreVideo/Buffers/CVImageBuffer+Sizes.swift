import Foundation
import MissingFoundation

/// All pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// The size at which it is shown, with clean aperture and pixel aspect ratio applied.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    let attachments = imageBuffer.storedAttachments
    if let size = attachments[kCVImageBufferDisplayDimensionsKey]?.value as? [String: Any],
        let width = number(size[kCVImageBufferDisplayWidthKey]),
        let height = number(size[kCVImageBufferDisplayHeightKey])
    {
        return CGSize(width: width, height: height)
    }
    var size = CVImageBufferGetCleanRect(imageBuffer).size
    size.width *= PixelAspectRatio(attachments[kCVImageBufferPixelAspectRatioKey]?.value)?.ratio ?? 1
    return size
}

/// The visible part, relative to the lower left.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
    let full = CVImageBufferGetEncodedSize(imageBuffer)
    guard let aperture = CleanAperture(imageBuffer.storedAttachments[kCVImageBufferCleanApertureKey]?.value) else {
        return CGRect(origin: .zero, size: full)
    }
    return CGRect(
        x: (full.width - aperture.size.width) / 2 + aperture.horizontalOffset,
        y: (full.height - aperture.size.height) / 2 - aperture.verticalOffset,
        width: aperture.size.width, height: aperture.size.height)
}

/// Whether row 0 is the top one; always `true`.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

/// The value of `kCVImageBufferCleanApertureKey`.
package struct CleanAperture {
    package let size: CGSize
    package let horizontalOffset: CGFloat
    package let verticalOffset: CGFloat

    package init?(_ value: Any?) {
        guard let value = value as? [String: Any], let width = number(value[kCVImageBufferCleanApertureWidthKey]),
            let height = number(value[kCVImageBufferCleanApertureHeightKey])
        else { return nil }
        size = CGSize(width: width, height: height)
        horizontalOffset = number(value[kCVImageBufferCleanApertureHorizontalOffsetKey]) ?? 0
        verticalOffset = number(value[kCVImageBufferCleanApertureVerticalOffsetKey]) ?? 0
    }
}

/// The value of `kCVImageBufferPixelAspectRatioKey`.
package struct PixelAspectRatio {
    /// Width over height of one pixel.
    package let ratio: CGFloat

    package init?(_ value: Any?) {
        guard let value = value as? [String: Any],
            let horizontal = number(value[kCVImageBufferPixelAspectRatioHorizontalSpacingKey]),
            let vertical = number(value[kCVImageBufferPixelAspectRatioVerticalSpacingKey]), vertical > 0
        else { return nil }
        ratio = horizontal / vertical
    }
}

private func number(_ value: Any?) -> CGFloat? {
    switch value {
    case let number as any BinaryInteger: CGFloat(Int64(truncatingIfNeeded: number))
    case let number as any BinaryFloatingPoint: CGFloat(Double(number))
    case let number as NSNumber: CGFloat(number.doubleValue)
    default: nil
    }
}
