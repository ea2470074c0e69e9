import CoreMedia
import Foundation

extension CMSampleBuffer {
    private static let encodedPictureKey = "EncodedPicture"

    /// An object of our own, because `Data` itself would become an `NSData` and be copied byte by byte on its way back.
    private final class Holder: Sendable {
        let picture: Data
        let isWhole: Bool

        init(_ picture: Data, isWhole: Bool) { (self.picture, self.isWhole) = (picture, isWhole) }
    }

    private var holder: Holder? {
        CMGetAttachment(self, key: Self.encodedPictureKey, attachmentModeOut: nil) as? Holder
    }

    /// The JPEG picture that the frame was decoded from, byte for byte: the camera's own (even one without Huffman
    /// tables), or the media file's. A photo whose pixels do not change need not be encoded again. `nil` for frames
    /// that were never compressed, and for modified copies.
    package var encodedPicture: Data? {
        get { holder?.picture }
        set { attach(newValue.map { Holder($0, isWhole: false) }) }
    }

    /// Whether ``encodedPicture`` was decoded without a fault, and need not be checked again.
    package var isEncodedPictureWhole: Bool { holder?.isWhole == true }

    /// Attaches an ``encodedPicture`` that was decoded without a fault.
    package func attachWholePicture(_ picture: Data) { attach(Holder(picture, isWhole: true)) }

    private func attach(_ holder: Holder?) {
        CMSetAttachment(
            self, key: Self.encodedPictureKey, value: holder, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    }
}
