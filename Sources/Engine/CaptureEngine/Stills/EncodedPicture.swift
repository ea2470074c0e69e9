import CoreMedia
import Foundation

extension CMSampleBuffer {
    private static let encodedPictureKey = "EncodedPicture"

    /// An object of our own, because `Data` itself would become an `NSData` and be copied byte by byte on its way back.
    private final class Holder: Sendable {
        let picture: Data

        init(_ picture: Data) { self.picture = picture }
    }

    /// The JPEG picture that the frame was decoded from, byte for byte: the camera's own (even one without Huffman
    /// tables), or the media file's. A photo whose pixels do not change need not be encoded again. `nil` for frames
    /// that were never compressed, and for modified copies.
    package var encodedPicture: Data? {
        get { (CMGetAttachment(self, key: Self.encodedPictureKey, attachmentModeOut: nil) as? Holder)?.picture }
        set {
            CMSetAttachment(
                self, key: Self.encodedPictureKey, value: newValue.map { Holder($0) },
                attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
        }
    }
}
