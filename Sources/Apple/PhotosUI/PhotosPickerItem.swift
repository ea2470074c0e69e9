public import CoreTransferable
public import Foundation
import Photos
public import UniformTypeIdentifiers

/// A photo or movie that a person picked. Source: Apple, PhotosPickerItem.
public struct PhotosPickerItem: Hashable, Sendable {
    /// How the files of an item are encoded. Source: Apple, PhotosPickerItem.EncodingDisambiguationPolicy.
    ///
    /// Linux: the files are handed over as they are in the library, in any case.
    public struct EncodingDisambiguationPolicy: Hashable, Sendable {
        private let name: String
        public static let automatic = Self(name: "automatic")
        public static let current = Self(name: "current")
        public static let compatible = Self(name: "compatible")
    }

    /// The asset's local identifier.
    ///
    /// Linux: also there for pickers without a photo library, as programs can read the library anyway.
    public let itemIdentifier: String?
    public let supportedContentTypes: [UTType]
    private let file: URL?

    /// An item for an asset that was picked before.
    public init(itemIdentifier: String) {
        let asset = PHAsset.fetchAssets(withLocalIdentifiers: [itemIdentifier], options: nil).firstObject
        self.init(itemIdentifier, asset.flatMap { try? PHAssetResource.shown(of: $0) })
    }

    init(_ identifier: String, _ resource: PHAssetResource?) {
        itemIdentifier = identifier
        supportedContentTypes = resource.flatMap { UTType($0.uniformTypeIdentifier) }.map { [$0] } ?? []
        file = resource?.fileURL
    }

    /// Reads the item.
    ///
    /// - Returns: `nil` if the type takes no files of this kind.
    /// - Throws: if the item is not there anymore, and what the type's importing closure throws.
    public func loadTransferable<T: Transferable>(type: T.Type) async throws -> T? {
        guard let file, let contentType = supportedContentTypes.first else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        return try await type.loaded(from: TransferredContent(file: file, contentType: contentType))
    }

    /// Reads the item, and calls `completionHandler` when that is done.
    @discardableResult
    @preconcurrency public func loadTransferable<T: Transferable & Sendable>(
        type: T.Type, completionHandler: @escaping @Sendable (Result<T?, any Error>) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: 1)
        Task {
            let result: Result<T?, any Error>
            do { result = .success(try await loadTransferable(type: T.self)) } catch { result = .failure(error) }
            progress.completedUnitCount = 1
            completionHandler(result)
        }
        return progress
    }

    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.itemIdentifier == rhs.itemIdentifier }
    public func hash(into hasher: inout Hasher) { hasher.combine(itemIdentifier) }
}
