import CaptureEngine
import CoreVideo
import Foundation
import PhotoCoding

/// The metadata that says how a photo was made.
struct PhotoFacts {
    let plan: PhotoPlan

    func metadata(for frame: CMSampleBuffer, of device: AVCaptureDevice) -> PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.make = device.manufacturer.isEmpty ? nil : device.manufacturer
        metadata.model = device.localizedName
        metadata.software = ProcessInfo.processInfo.processName
        metadata.date = date(of: frame.presentationTimeStamp)
        if let buffer = frame.imageBuffer {
            metadata.pixelWidth = CVPixelBufferGetWidth(buffer)
            metadata.pixelHeight = CVPixelBufferGetHeight(buffer)
        }
        metadata.orientation = PhotoMetadata.Orientation(
            rotation: Int(plan.orientation.rotationAngle), isMirrored: plan.orientation.isMirrored)
        let (camera, conditions) = Self.realCamera(of: device, frame.conditions)
        addLens(of: camera, to: &metadata)
        if let conditions { add(conditions, of: camera, to: &metadata) }
        metadata.contentIdentifier = plan.livePhoto?.contentIdentifier
        metadata.merge(plan.settings.metadata)
        return metadata
    }

    /// The physical camera behind a virtual one that took a frame, and the conditions relative to that camera: with its
    /// own zoom.
    static func realCamera(
        of device: AVCaptureDevice, _ conditions: CaptureConditions?
    ) -> (AVCaptureDevice, CaptureConditions?) {
        let cameras = device.constituentDevices
        guard var conditions, cameras.indices.contains(conditions.constituent) else { return (device, conditions) }
        let zooms = [1] + device.engineDescription.capabilities.switchOverZooms
        if zooms.indices.contains(conditions.constituent) { conditions.zoom /= zooms[conditions.constituent] }
        return (cameras[conditions.constituent], conditions)
    }

    private func addLens(of device: AVCaptureDevice, to metadata: inout PhotoMetadata) {
        let capabilities = device.engineDescription.capabilities
        let (focalLength, aperture) = (Double(capabilities.lensFocalLength), Double(capabilities.lensAperture))
        if focalLength > 0, aperture > 0 {
            metadata.focalLength = focalLength
            metadata.lensMake = metadata.make
            metadata.lensModel = "\(device.localizedName) \(Self.number(focalLength))mm f/\(Self.number(aperture))"
        }
        let field = Double(device.activeFormat.videoFieldOfView)
        // Half of the 36 mm of a film frame.
        if field > 0, field < 180 { metadata.focalLengthIn35mm = Int((18 / tan(field / 2 * .pi / 180)).rounded()) }
    }

    private func add(_ conditions: CaptureConditions, of device: AVCaptureDevice, to metadata: inout PhotoMetadata) {
        metadata.add(
            conditions, aperture: device.engineDescription.capabilities.lensAperture,
            isBracketed: !plan.settings.bracket.isEmpty)
        let mode: PhotoMetadata.FlashMode =
            switch plan.settings.flashMode {
            case .on: .on
            case .off: .off
            case .auto: .automatic
            }
        metadata.setFlash(
            device.engineDescription.capabilities.hasFlash ? mode : nil, isFired: conditions.isFlashFired,
            reducesRedEye: plan.resolved.isRedEyeReductionEnabled)
    }

    /// With two places at most: "5.7".
    private static func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    /// The date of a timestamp: now, minus the time that has passed since.
    private func date(of timestamp: CMTime) -> Date {
        let age = (plan.device.world.clock.now - timestamp).seconds
        return Date(timeIntervalSinceNow: -age)
    }
}
