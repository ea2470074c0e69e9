import Foundation
import Photos

/// Keeps what an app takes in an album of its own.
public class CustomPhotoAlbum: NSObject {
    public static let albumName = "My Camera"
    public static let shared = CustomPhotoAlbum()

    private var assetCollection: PHAssetCollection?

    private func fetchAssetCollectionForAlbum() -> PHAssetCollection? {
        let fetchOptions = PHFetchOptions()
        fetchOptions.predicate = NSPredicate(format: "title = %@", CustomPhotoAlbum.albumName)
        let collection = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: fetchOptions)
        return collection.firstObject
    }

    private func checkAuthorizationWithHandler(completion: @escaping (_ success: Bool) -> Void) {
        PHPhotoLibrary.requestAuthorization { status in
            guard status == .authorized else { return completion(false) }
            self.createAlbumIfNeeded(completion: completion)
        }
    }

    private func createAlbumIfNeeded(completion: @escaping (_ success: Bool) -> Void) {
        if let assetCollection = fetchAssetCollectionForAlbum() {
            self.assetCollection = assetCollection
            completion(true)
            return
        }
        var placeholder: PHObjectPlaceholder?
        PHPhotoLibrary.shared().performChanges({
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: CustomPhotoAlbum.albumName)
            placeholder = request.placeholderForCreatedAssetCollection
        }) { success, error in
            if success, let placeholder = placeholder {
                self.assetCollection =
                    PHAssetCollection.fetchAssetCollections(
                        withLocalIdentifiers: [placeholder.localIdentifier], options: nil
                    ).firstObject
            }
            completion(success)
        }
    }

    public func save(imageAt url: URL, completion: @escaping (Bool, Error?) -> Void) {
        checkAuthorizationWithHandler { success in
            guard success, let album = self.assetCollection else { return completion(false, nil) }
            PHPhotoLibrary.shared().performChanges(
                {
                    let assetChangeRequest = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
                    let assetPlaceHolder = assetChangeRequest?.placeholderForCreatedAsset
                    let albumChangeRequest = PHAssetCollectionChangeRequest(for: album)
                    let enumeration: NSArray = [assetPlaceHolder!]
                    if album.estimatedAssetCount == 0 {
                        albumChangeRequest?.addAssets(enumeration)
                    } else {
                        albumChangeRequest?.insertAssets(enumeration, at: [0])
                    }
                }, completionHandler: completion)
        }
    }

    public func photos(since date: Date) -> [PHAsset] {
        guard let album = fetchAssetCollectionForAlbum() else { return [] }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(
            format: "mediaType == %d AND creationDate > %@", PHAssetMediaType.image.rawValue, date as NSDate)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        var assets: [PHAsset] = []
        PHAsset.fetchAssets(in: album, options: options).enumerateObjects { asset, _, _ in assets.append(asset) }
        return assets
    }

    public func deleteAlbum(completion: @escaping (Bool) -> Void) {
        guard let album = fetchAssetCollectionForAlbum() else { return completion(false) }
        PHPhotoLibrary.shared().performChanges({
            PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
        }) { success, _ in completion(success) }
    }
}
