public import CoreTransferable
public import Photos
import UIKit

/// What a picker shows, and how much of it may be picked. Source: Apple, PHPickerConfiguration.
public struct PHPickerConfiguration: Hashable {
    /// Source: Apple, PHPickerConfiguration.AssetRepresentationMode. Linux: files are handed over as they are.
    public enum AssetRepresentationMode: Int, Sendable {
        case automatic = 0
        case current = 1
        case compatible = 2
    }

    /// Source: Apple, PHPickerConfiguration.Selection.
    public enum Selection: Int, Sendable {
        case `default` = 0
        /// Selected items show their numbers, and are handed over in the order of their selection.
        case ordered = 1
        /// The delegate is told of each change.
        case continuous = 2
        case continuousAndOrdered = 3

        var isOrdered: Bool { self == .ordered || self == .continuousAndOrdered }
        var isContinuous: Bool { self == .continuous || self == .continuousAndOrdered }
    }

    /// Linux: files are handed over as they are.
    public var preferredAssetRepresentationMode = AssetRepresentationMode.automatic {
        didSet {
            if preferredAssetRepresentationMode == .compatible {
                NoEffectReport.add(
                    "PHPickerConfiguration.preferredAssetRepresentationMode", "files are handed over as they are")
            }
        }
    }
    public var selection = Selection.default
    /// 0: any number.
    public var selectionLimit = 1
    /// `nil`: everything.
    public var filter: PHPickerFilter?
    /// Assets that are selected from the beginning; for a configuration with a photo library.
    public var preselectedAssetIdentifiers: [String] = []
    let library: PHPhotoLibrary?

    /// Results have no ``PHPickerResult/assetIdentifier``.
    public init() { library = nil }

    public init(photoLibrary: PHPhotoLibrary) { library = photoLibrary }
}

/// An asset that a person picked. Source: Apple, PHPickerResult.
public struct PHPickerResult: Hashable, Sendable {
    /// The file that the library shows: the edited one, of a Live Photo its photo.
    public let itemProvider: NSItemProvider
    /// `nil` for a configuration without a photo library.
    public let assetIdentifier: String?

    init(_ asset: PHAsset, knowsIdentifier: Bool) {
        let resource = try? PHAssetResource.shown(of: asset)
        let type = resource.flatMap { UTType($0.uniformTypeIdentifier) }
        if let file = resource?.fileURL, let type {
            itemProvider = NSItemProvider(file: file, contentType: type)
        } else {
            itemProvider = NSItemProvider()
        }
        assetIdentifier = knowsIdentifier ? asset.localIdentifier : nil
    }
}
