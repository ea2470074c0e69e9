import CoreMedia
import Foundation

/// What a source may attach to a frame beside the picture itself. It does not propagate: a changed picture is another one.
package enum SourceAttachment {
    private static let compressedPictureKey: CFString = "AVCamCompressedPicture"

    /// Attaches the picture as the camera itself compressed it: one whole JPEG file, but that its Huffman tables may be
    /// missing (they are the standard's then).
    package static func attach(compressedPicture: Data, to sample: CMSampleBuffer) {
        CMSetAttachment(
            sample, key: compressedPictureKey, value: compressedPicture as CFTypeRef,
            attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    }

    /// The camera's own JPEG; `nil` for a camera that does not compress.
    package static func compressedPicture(of sample: CMSampleBuffer) -> Data? {
        CMGetAttachment(sample, key: compressedPictureKey, attachmentModeOut: nil) as? Data
    }
}
