import CoreImage
import ImageIO
import Photos
import UniformTypeIdentifiers

/// Edits photos in an app's own way: the edit can be changed later, or taken back, and a small animation shows both.
public class PhotoLab: NSObject {
    private static let formatIdentifier = "org.example.photolab"
    private static let formatVersion = "1.0"
    private let context = CIContext()

    /// Applies a filter in place of the one that this app applied before.
    public func apply(filter name: String, to asset: PHAsset, completion: @escaping (Bool, Error?) -> Void) {
        let options = PHContentEditingInputRequestOptions()
        options.isNetworkAccessAllowed = true
        options.canHandleAdjustmentData = { data in
            data.formatIdentifier == PhotoLab.formatIdentifier && data.formatVersion == PhotoLab.formatVersion
        }
        asset.requestContentEditingInput(with: options) { input, info in
            guard let input = input, let url = input.fullSizeImageURL, let image = CIImage(contentsOf: url) else {
                return completion(false, info[PHContentEditingInputErrorKey] as? Error)
            }
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: PhotoLab.formatIdentifier, formatVersion: PhotoLab.formatVersion,
                data: name.data(using: .utf8)!)
            let upright = image.oriented(forExifOrientation: input.fullSizeImageOrientation)
            do {
                try self.context.writeJPEGRepresentation(
                    of: upright.applyingFilter(name), to: output.renderedContentURL,
                    colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
            } catch {
                return completion(false, error)
            }
            PHPhotoLibrary.shared().performChanges(
                {
                    let request = PHAssetChangeRequest(for: asset)
                    request.contentEditingOutput = output
                }, completionHandler: completion)
        }
    }

    /// The filter that this app has applied.
    public func filter(of asset: PHAsset, completion: @escaping (String?) -> Void) {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { $0.formatIdentifier == PhotoLab.formatIdentifier }
        asset.requestContentEditingInput(with: options) { input, _ in
            completion(input?.adjustmentData.flatMap { String(data: $0.data, encoding: .utf8) })
        }
    }

    public func revert(_ asset: PHAsset, completion: @escaping (Bool, Error?) -> Void) {
        PHPhotoLibrary.shared().performChanges(
            {
                PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
            }, completionHandler: completion)
    }

    /// An animation that goes from the original to the edit and back.
    public func makeComparison(of asset: PHAsset, at url: URL) -> Bool {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        options.resizeMode = .exact
        var images = [CGImage]()
        for version in [PHImageRequestOptionsVersion.original, .current] {
            options.version = version
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 160, height: 120), contentMode: .aspectFill, options: options
            ) { image, _ in
                if let image = image?.cgImage { images.append(image) }
            }
        }
        let type = UTType.gif.identifier as CFString
        guard let destination = CGImageDestinationCreateWithURL(url as CFURL, type, images.count, nil) else {
            return false
        }
        let loops = [kCGImagePropertyGIFDictionary as String: [kCGImagePropertyGIFLoopCount as String: 0]]
        let delay = [kCGImagePropertyGIFDictionary as String: [kCGImagePropertyGIFDelayTime as String: 0.5]]
        CGImageDestinationSetProperties(destination, loops as CFDictionary)
        for image in images { CGImageDestinationAddImage(destination, image, delay as CFDictionary) }
        return CGImageDestinationFinalize(destination)
    }
}
