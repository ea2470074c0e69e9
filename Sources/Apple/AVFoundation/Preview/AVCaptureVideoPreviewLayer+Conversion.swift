import CoreMedia
import Foundation

/// Where a camera's picture lies in a layer, and the conversion between their coordinates.
///
/// A *device point* runs from (0, 0) at the top left of the picture as the sensor has it (neither rotated nor mirrored)
/// to (1, 1) at the bottom right.
package struct PreviewGeometry {
    /// In the layer's coordinates; may extend beyond the layer or leave bars.
    private let pictureRect: CGRect
    /// Clockwise quarter turns.
    private let quarterTurns: Int
    private let isMirrored: Bool

    /// - Parameter view: the part of the picture's width and height, around its middle, that is shown.
    package init(
        bounds: CGRect, pictureSize: CGSize, gravity: AVLayerVideoGravity, rotationAngle: CGFloat, isMirrored: Bool,
        view: CGFloat = 1
    ) {
        quarterTurns = Int(rotationAngle / 90) % 4
        self.isMirrored = isMirrored
        let size =
            quarterTurns % 2 == 0
            ? pictureSize : CGSize(width: pictureSize.height, height: pictureSize.width)
        let shown = Self.rect(of: size, in: bounds, gravity)
        let margin = (1 / view - 1) / 2
        pictureRect = shown.insetBy(dx: -margin * shown.width, dy: -margin * shown.height)
    }

    private static func rect(of size: CGSize, in bounds: CGRect, _ gravity: AVLayerVideoGravity) -> CGRect {
        guard gravity != .resize, size.width > 0, size.height > 0 else { return bounds }
        let horizontal = bounds.width / size.width
        let vertical = bounds.height / size.height
        let scale = gravity == .resizeAspect ? min(horizontal, vertical) : max(horizontal, vertical)
        let width = size.width * scale
        let height = size.height * scale
        return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
    }

    package func devicePoint(fromLayer point: CGPoint) -> CGPoint {
        guard pictureRect.width > 0, pictureRect.height > 0 else { return CGPoint(x: 0.5, y: 0.5) }
        let shown = CGPoint(
            x: (point.x - pictureRect.minX) / pictureRect.width, y: (point.y - pictureRect.minY) / pictureRect.height)
        let turned =
            switch quarterTurns {
            case 1: CGPoint(x: shown.y, y: 1 - shown.x)
            case 2: CGPoint(x: 1 - shown.x, y: 1 - shown.y)
            case 3: CGPoint(x: 1 - shown.y, y: shown.x)
            default: shown
            }
        return isMirrored ? mirrored(turned) : turned
    }

    package func layerPoint(fromDevice point: CGPoint) -> CGPoint {
        let source = isMirrored ? mirrored(point) : point
        let shown =
            switch quarterTurns {
            case 1: CGPoint(x: 1 - source.y, y: source.x)
            case 2: CGPoint(x: 1 - source.x, y: 1 - source.y)
            case 3: CGPoint(x: source.y, y: 1 - source.x)
            default: source
            }
        return CGPoint(
            x: pictureRect.minX + shown.x * pictureRect.width, y: pictureRect.minY + shown.y * pictureRect.height)
    }

    package func layerRect(fromDevice rect: CGRect) -> CGRect {
        CGRect(from: layerPoint(fromDevice: rect.topLeft), to: layerPoint(fromDevice: rect.bottomRight))
    }

    package func deviceRect(fromLayer rect: CGRect) -> CGRect {
        CGRect(from: devicePoint(fromLayer: rect.topLeft), to: devicePoint(fromLayer: rect.bottomRight))
    }

    /// - Parameter degrees: clockwise, of something that stands upright at 0.
    package func layerRoll(fromDevice degrees: CGFloat) -> CGFloat {
        var roll = degrees
        if isMirrored { roll = quarterTurns % 2 == 0 ? -roll : 180 - roll }
        let turned = (roll + CGFloat(90 * quarterTurns)).truncatingRemainder(dividingBy: 360)
        return turned < 0 ? turned + 360 : turned
    }

    /// Left and right are as seen by a person who looks at the layer: in a rotated picture they are the sensor's top
    /// and bottom.
    private func mirrored(_ point: CGPoint) -> CGPoint {
        quarterTurns % 2 == 0 ? CGPoint(x: 1 - point.x, y: point.y) : CGPoint(x: point.x, y: 1 - point.y)
    }
}

extension AVCaptureVideoPreviewLayer {
    var geometry: PreviewGeometry {
        let size = connection?.inputPorts.first?.formatDescription?.dimensions ?? CMVideoDimensions()
        return PreviewGeometry(
            bounds: bounds, pictureSize: CGSize(width: Int(size.width), height: Int(size.height)),
            gravity: videoGravity, rotationAngle: connection?.videoRotationAngle ?? 0,
            isMirrored: connection?.isVideoMirrored ?? false, view: recordedView)
    }

    /// The device point, for `focusPointOfInterest` and the like, that a point of the layer shows.
    public func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
        geometry.devicePoint(fromLayer: pointInLayer)
    }

    /// The point of the layer that shows a device point.
    public func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
        geometry.layerPoint(fromDevice: captureDevicePointOfInterest)
    }

    /// The rectangle of the layer that shows a rectangle of device points.
    public func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        geometry.layerRect(fromDevice: rectInMetadataOutputCoordinates)
    }

    /// The rectangle of device points that a rectangle of the layer shows.
    public func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
        geometry.deviceRect(fromLayer: rectInLayerCoordinates)
    }
}

extension CGRect {
    fileprivate var topLeft: CGPoint { CGPoint(x: minX, y: minY) }
    fileprivate var bottomRight: CGPoint { CGPoint(x: maxX, y: maxY) }

    /// The rectangle between two opposite corners, whichever they are.
    fileprivate init(from one: CGPoint, to other: CGPoint) {
        self.init(
            x: min(one.x, other.x), y: min(one.y, other.y), width: abs(one.x - other.x), height: abs(one.y - other.y))
    }
}
