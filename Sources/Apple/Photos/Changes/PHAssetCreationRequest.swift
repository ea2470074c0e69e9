import Foundation

/// A request for a new asset, made inside a change block.
///
/// Source: Apple, PHAssetCreationRequest.
public final class PHAssetCreationRequest: PHAssetChangeRequest {
    private var resources: [NewResource] = []

    /// Makes a request for an asset; ``addResource(with:data:options:)`` gives it its files.
    public class func forAsset() -> Self {
        let request = Self(uuid: UUID().uuidString, original: nil)
        ChangeBlock.add(request)
        return request
    }

    required override init(uuid: String, original: PHAsset?) {
        super.init(uuid: uuid, original: original)
    }

    /// Whether resources of these types make one asset: a photo, a video, a photo with its movie (Live Photo) or with
    /// an alternate photo (RAW).
    ///
    /// - Parameter types: raw values of ``PHAssetResourceType``.
    public class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        let known = types.compactMap { PHAssetResourceType(rawValue: $0.intValue) }
        return known.count == types.count && StagedAsset.isAsset(known)
    }

    /// Adds a file whose content is in memory.
    public func addResource(with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?) {
        add(type, .data(data), options)
    }

    /// Adds a file; it is copied, or moved when the options say so.
    public func addResource(with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?) {
        add(type, .file(fileURL, moves: options?.shouldMoveFile ?? false), options)
    }

    private func add(
        _ type: PHAssetResourceType, _ content: NewResource.Content, _ options: PHAssetResourceCreationOptions?
    ) {
        resources.append(
            NewResource(
                type: type, content: content, originalFilename: options?.originalFilename,
                uniformTypeIdentifier: options?.uniformTypeIdentifier))
    }

    override var changes: [AssetChange] {
        let asset = NewAsset(
            uuid: uuid, resources: resources, creationDate: creationDate, isFavorite: isFavorite, isHidden: isHidden,
            place: edits.place)
        return [.create(asset)] + (content.map { [.update(uuid: uuid, AssetEdits(content: $0))] } ?? [])
    }
}
