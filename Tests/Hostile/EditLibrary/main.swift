import Foundation
import Photos

// Changes the library that AVCAM_LIBRARY names, one change for each line of its input, and answers each with a line when the
// library has said that the change is made. Tests/Hostile/kill-attack kills it meanwhile.
//
//     favorite ID 0|1      hide ID 0|1      date ID SECONDS      delete ID      add FILE      list
//     develop ID FILE      revert ID

/// What a line asked for cannot be done.
struct Refusal: Error, CustomStringConvertible {
    var description: String
}

func asset(_ identifier: String) throws -> PHAsset {
    let options = PHFetchOptions()
    options.includeHiddenAssets = true
    let found = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: options)
    guard let asset = found.firstObject else { throw Refusal(description: "there is no asset \(identifier)") }
    return asset
}

func change(_ asset: PHAsset, _ change: @escaping @Sendable (PHAssetChangeRequest) -> Void) throws {
    try PHPhotoLibrary.shared().performChangesAndWait { change(PHAssetChangeRequest(for: asset)) }
}

func add(_ file: String) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, fileURL: URL(fileURLWithPath: file), options: nil)
    }
}

/// Saves a file as an edit of an asset.
func develop(_ asset: PHAsset, _ file: String) throws {
    let answered = DispatchSemaphore(value: 0)
    let options = PHContentEditingInputRequestOptions()
    // Otherwise the edit before would have to stay.
    options.canHandleAdjustmentData = { _ in true }
    nonisolated(unsafe) var input: PHContentEditingInput?  // set before the signal
    asset.requestContentEditingInput(with: options) { found, _ in
        input = found
        answered.signal()
    }
    answered.wait()
    guard let input else { throw Refusal(description: "\(asset.localIdentifier) cannot be edited") }
    let output = PHContentEditingOutput(contentEditingInput: input)
    output.adjustmentData = PHAdjustmentData(
        formatIdentifier: "org.avcam.attack", formatVersion: "1", data: Data(file.utf8))
    try FileManager.default.copyItem(at: URL(fileURLWithPath: file), to: output.renderedContentURL)
    nonisolated(unsafe) let edit = output  // the change block runs while this waits
    try change(asset) { $0.contentEditingOutput = edit }
}

/// A line for each asset: identifier, favorite, hidden, creation date, whether it is edited, width.
func list() {
    let options = PHFetchOptions()
    options.includeHiddenAssets = true
    let assets = PHAsset.fetchAssets(with: options)
    for index in 0..<assets.count {
        let asset = assets.object(at: index)
        let seconds = asset.creationDate.map { Int($0.timeIntervalSince1970.rounded()) } ?? 0
        print(
            asset.localIdentifier, asset.isFavorite ? 1 : 0, asset.isHidden ? 1 : 0, seconds,
            asset.hasAdjustments ? 1 : 0, asset.pixelWidth)
    }
}

func perform(_ words: [String]) throws {
    switch (words.first, words.count) {
    case ("favorite", 3): try change(asset(words[1])) { $0.isFavorite = words[2] == "1" }
    case ("hide", 3): try change(asset(words[1])) { $0.isHidden = words[2] == "1" }
    case ("date", 3):
        let date = Date(timeIntervalSince1970: Double(words[2]) ?? 0)
        try change(asset(words[1])) { $0.creationDate = date }
    case ("delete", 2):
        nonisolated(unsafe) let assets = [try asset(words[1])] as NSArray  // the change block runs while this waits
        try PHPhotoLibrary.shared().performChangesAndWait { PHAssetChangeRequest.deleteAssets(assets) }
    case ("add", 2): try add(words[1])
    case ("develop", 3): try develop(asset(words[1]), words[2])
    case ("revert", 2): try change(asset(words[1])) { $0.revertAssetContentToOriginal() }
    case ("list", 1): list()
    default: throw Refusal(description: "\(words.joined(separator: " ")) is no change")
    }
}

while let line = readLine() {
    do {
        try perform(line.split(separator: " ", maxSplits: 2).map(String.init))
        print("done")
    } catch {
        print("failed: \(error)")
    }
    fflush(nil)
}
