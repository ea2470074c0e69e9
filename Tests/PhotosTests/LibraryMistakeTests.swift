import Foundation
import Photos
import TestSupport
import Testing

enum LibraryMistake: String, Mistake {
    case changingOutsideOfAChangeBlock, deletingOutsideOfAChangeBlock, sortingByWhatThereIsNot, sortingByNothing

    private static let outside =
        "This method can only be called from inside of -[PHPhotoLibrary performChanges:completionHandler:] or "
        + "-[PHPhotoLibrary performChangesAndWait:error:]"

    var reason: String {
        switch self {
        case .changingOutsideOfAChangeBlock, .deletingOutsideOfAChangeBlock: Self.outside
        case .sortingByWhatThereIsNot:
            "Unsupported sort descriptor in fetch options: (color, descending, compare:)"
        case .sortingByNothing: "Unsupported sort descriptor in fetch options: ((null), ascending, compare:)"
        }
    }

    func make() throws {
        switch self {
        case .changingOutsideOfAChangeBlock: _ = PHAssetCreationRequest.forAsset()
        case .deletingOutsideOfAChangeBlock: PHAssetChangeRequest.deleteAssets([] as NSArray)
        case .sortingByWhatThereIsNot: _ = NSSortDescriptor(key: "color", ascending: false)
        case .sortingByNothing: _ = NSSortDescriptor(key: nil, ascending: true)
        }
    }
}

@Suite struct LibraryMistakeTests {
    @Test(arguments: LibraryMistake.allCases)
    func stopsTheProcess(_ mistake: LibraryMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        try mistake.expectReason(in: result)
    }
}
