import CoreLocation
import Foundation

/// A change of an asset, made inside a change block.
///
/// Source: Apple, PHAssetChangeRequest.
public class PHAssetChangeRequest: NSObject {
    let uuid: String
    private let isNew: Bool
    private(set) var edits = AssetEdits()
    private let original: PHAsset?
    private var isReverted = false

    /// Makes a request to change an asset's metadata.
    public convenience init(for asset: PHAsset) {
        self.init(uuid: asset.record.uuid, original: asset)
        ChangeBlock.add(self)
    }

    init(uuid: String, original: PHAsset?) {
        self.uuid = uuid
        self.original = original
        isNew = original == nil
    }

    /// Makes a request for an asset with a copy of a picture.
    ///
    /// - Returns: `nil` if there is no such file.
    @discardableResult public class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
        creationRequest(for: .photo, fileURL)
    }

    /// Makes a request for an asset with a copy of a movie.
    ///
    /// - Returns: `nil` if there is no such file.
    @discardableResult public class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
        creationRequest(for: .video, fileURL)
    }

    /// Makes a request for an asset with a picture: as JPEG, or as PNG if it is not opaque.
    ///
    /// Linux: an image without pixels makes an asset without a resource, which the library refuses.
    @discardableResult public class func creationRequestForAsset(from image: UIImage) -> Self {
        let request = PHAssetCreationRequest.forAsset()
        let isOpaque = image.cgImage.map { [.none, .noneSkipFirst, .noneSkipLast].contains($0.alphaInfo) } ?? true
        if let data = isOpaque ? image.jpegData(compressionQuality: 0.9) : image.pngData() {
            request.addResource(with: .photo, data: data, options: nil)
        }
        return request as! Self
    }

    private class func creationRequest(for type: PHAssetResourceType, _ url: URL) -> Self? {
        guard FileManager.default.isReadableFile(atPath: url.path) else { return nil }
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: type, fileURL: url, options: nil)
        return request as? Self
    }

    /// Requests the removal of assets with their files. Linux: without a question. In a desktop session the files go to the
    /// desktop's trash, which is its "Recently Deleted" album; elsewhere, and on a full disk, they are removed at once.
    ///
    /// - Parameter assets: each a ``PHAsset``.
    public class func deleteAssets(_ assets: any NSFastEnumeration) {
        let assets = ObjectList.objects(of: assets).compactMap { $0 as? PHAsset }
        ChangeBlock.add(assets.map { AssetChange.delete(uuid: $0.record.uuid) })
    }

    /// Stands in for the asset that will be created; `nil` if the request changes an existing one.
    public var placeholderForCreatedAsset: PHObjectPlaceholder? {
        isNew ? PHObjectPlaceholder(uuid: uuid) : nil
    }

    /// When the asset was created. `nil`: as the file says, otherwise now.
    public var creationDate: Date? {
        get { edits.creationDate ?? original?.creationDate }
        set { edits.creationDate = newValue }
    }

    /// Where the asset was created; `nil` removes the location. If it is not set, a new asset has its file's location.
    public var location: CLLocation? {
        get {
            guard let place = edits.place else { return original?.location }
            return place?.location(at: creationDate ?? Date())
        }
        set { edits.place = .some(newValue.map(AssetRecord.Place.init)) }
    }

    public var isFavorite: Bool {
        get { edits.isFavorite ?? original?.isFavorite ?? false }
        set { edits.isFavorite = newValue }
    }

    /// Whether fetches leave the asset out unless they ask for hidden ones.
    public var isHidden: Bool {
        get { edits.isHidden ?? original?.isHidden ?? false }
        set { edits.isHidden = newValue }
    }

    /// The result of an edit, which the asset shows from then on. The original is kept.
    public var contentEditingOutput: PHContentEditingOutput? {
        didSet { isReverted = false }
    }

    /// Requests that the asset shows its original again; its edits are removed.
    public func revertAssetContentToOriginal() {
        contentEditingOutput = nil
        isReverted = true
    }

    /// What is to become of the asset's content; `nil` leaves it unchanged.
    var content: ContentChange? { isReverted ? .revert : contentEditingOutput.map { .edit($0.edit) } }

    /// The request as values, once the change block has run.
    var changes: [AssetChange] {
        var edits = edits
        edits.content = content
        return [.update(uuid: uuid, edits)]
    }
}
