import CaptureEngine
import Foundation
import ImageIO
import PhotoCoding

/// Attaches how a frame was made to a data output's frames: EXIF names under `kCGImagePropertyExifDictionary`.
enum FrameFacts {
    /// Does nothing for a camera that does not report it.
    static func attach(to frame: CMSampleBuffer, from connection: AVCaptureConnection) {
        guard let device = connection.inputPorts.first?.device, let exif = exif(of: frame, device) else { return }
        CMSetAttachment(
            frame, key: kCGImagePropertyExifDictionary, value: exif,
            attachmentMode: kCMAttachmentMode_ShouldPropagate)
    }

    private static func exif(of frame: CMSampleBuffer, _ device: AVCaptureDevice) -> [String: Any]? {
        let (camera, known) = PhotoFacts.realCamera(of: device, frame.conditions)
        guard let conditions = known else { return nil }
        let capabilities = camera.engineDescription.capabilities
        var metadata = PhotoMetadata()
        metadata.add(conditions, aperture: capabilities.lensAperture)
        if capabilities.lensFocalLength > 0 { metadata.focalLength = Double(capabilities.lensFocalLength) }
        return metadata.dictionary[kCGImagePropertyExifDictionary] as? [String: Any]
    }
}
