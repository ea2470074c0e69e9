import Foundation
import Locking
import PhotoCoding
import SQLite
import TestSupport
import Testing

@testable import Photos

/// Edited assets: what they show, what stays, and what a crash leaves.
struct EditingTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private static let files = ["IMG_0001.jpg", "IMG_0001_edited.aae", "IMG_0001_edited.jpg"]

    private func photo(gray: UInt8, width: Int = 320, height: Int = 240) throws -> Data {
        var recipe = PhotoRecipe()
        recipe.codec = .jpeg
        return try PhotoRenderer.render(frames: [GrayFrame.make(gray, width: width, height: height)], recipe: recipe)
    }

    private func input(
        _ asset: PHAsset, canHandle: @escaping (PHAdjustmentData) -> Bool = { _ in false }
    ) throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = canHandle
        nonisolated(unsafe) var found: (PHContentEditingInput?, [AnyHashable: Any]) = (nil, [:])
        let isDone = Monitor(false)
        asset.requestContentEditingInput(with: options) { input, info in
            found = (input, info)
            isDone.withLock { $0 = true }
        }
        _ = isDone.wait(timeout: .seconds(60)) { $0 ? true : nil }
        if let error = found.1[PHContentEditingInputErrorKey] as? any Error { throw error }
        return try #require(found.0)
    }

    private func current(_ asset: PHAsset, in library: PHPhotoLibrary? = nil) throws -> PHAsset {
        try #require((library ?? fixture.library).fetch(nil, identifiers: [asset.localIdentifier]).firstObject)
    }

    /// Edits an asset as an editor does that knows its own data.
    @discardableResult
    private func edit(
        _ asset: PHAsset, _ steps: String, _ result: Data, editor: String = "org.example.editor"
    ) throws -> PHAsset {
        let input = try input(asset) { $0.formatIdentifier == editor }
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: editor, formatVersion: "1.0", data: Data(steps.utf8))
        try result.write(to: output.renderedContentURL)
        try save(output, of: asset)
        return try current(asset)
    }

    private func save(_ output: PHContentEditingOutput, of asset: PHAsset) throws {
        nonisolated(unsafe) let output = output
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest(for: asset).contentEditingOutput = output
        }
    }

    private func revert(_ asset: PHAsset, in library: PHPhotoLibrary? = nil) throws {
        try (library ?? fixture.library).performChangesAndWait {
            PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
        }
    }

    /// The gray of what is shown, and its size.
    private func seen(
        _ asset: PHAsset, _ version: PHImageRequestOptionsVersion = .current
    ) throws -> (gray: Int, width: Int) {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        options.version = version
        var image: UIImage?
        PHImageManager.default().requestImage(
            for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: options
        ) { found, _ in image = found }
        let pixels = try #require(image?.cgImage)
        let data = try #require(pixels.dataProvider?.data as Data?)
        return (Int(data[pixels.height / 2 * pixels.bytesPerRow + pixels.width / 2 * 4]), pixels.width)
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: fixture.library.folderURL.appendingPathComponent(name))
    }

    /// A process that died leaves this in the library's folder.
    private func leave(_ data: Data, as name: String) throws {
        try data.write(to: fixture.library.folderURL.appendingPathComponent(name))
    }

    @Test func anEditIsShownAndTheOriginalStays() throws {
        let original = try photo(gray: 200)
        let asset = try #require(try fixture.save(original))
        #expect(!asset.hasAdjustments && asset.canPerform(.content))
        let edited = try edit(asset, "darker", photo(gray: 90, width: 160, height: 120))
        #expect(fixture.filenames == Self.files && fixture.leftovers.isEmpty)
        #expect(edited.hasAdjustments && edited.pixelWidth == 160 && edited.pixelHeight == 120)
        #expect(edited == asset && edited.creationDate == asset.creationDate)
        #expect(try bytes("IMG_0001.jpg") == original)
        let (shown, first) = (try seen(edited), try seen(edited, .original))
        #expect(abs(shown.gray - 90) <= 3 && shown.width == 160, "\(shown)")
        #expect(abs(first.gray - 200) <= 3 && first.width == 320, "\(first)")
        let types = PHAssetResource.assetResources(for: edited).map(\.type)
        #expect(types == [.photo, .fullSizePhoto, .adjustmentData])
        // As another program reads it.
        let file = fixture.library.folderURL.appendingPathComponent("IMG_0001_edited.aae")
        let read = try String(
            decoding: Tool.output("exiftool", ["-s", "-s", "-s", "-AdjustmentFormatIdentifier", file.path]),
            as: UTF8.self)
        #expect(read.trimmingCharacters(in: .whitespacesAndNewlines) == "org.example.editor")
    }

    @Test func anEditCanBeTakenBack() throws {
        let original = try photo(gray: 200)
        let asset = try #require(try fixture.save(original))
        let edited = try edit(asset, "darker", photo(gray: 90, width: 160, height: 120))
        try revert(edited)
        let reverted = try current(asset)
        #expect(fixture.filenames == ["IMG_0001.jpg"] && fixture.leftovers.isEmpty)
        #expect(!reverted.hasAdjustments && reverted.pixelWidth == 320)
        #expect(try bytes("IMG_0001.jpg") == original && abs(seen(reverted).gray - 200) <= 3)
        // There is nothing to take back.
        try revert(reverted)
        #expect(try current(asset).pixelWidth == 320)
    }

    @Test func anEditorGoesOnFromItsOwnEdit() throws {
        let asset = try #require(try fixture.save(photo(gray: 200)))
        let edited = try edit(asset, "one", photo(gray: 90))
        let input = try input(edited) { $0.formatIdentifier == "org.example.editor" && $0.formatVersion == "1.0" }
        #expect(input.adjustmentData.map { String(decoding: $0.data, as: UTF8.self) } == "one")
        #expect(input.fullSizeImageURL?.lastPathComponent == "IMG_0001.jpg" && input.fullSizeImageOrientation == 1)
        #expect(input.uniformTypeIdentifier == "public.jpeg" && input.mediaType == .image)
        #expect(input.displaySizeImage?.size == CGSize(width: 320, height: 240) && input.audiovisualAsset == nil)
        let again = try edit(edited, "two", photo(gray: 40))
        #expect(try abs(seen(again).gray - 40) <= 3)
        // The names are another edit's until the catalogue knows the new one.
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0001_edited2.aae", "IMG_0001_edited2.jpg"])
        try edit(again, "three", photo(gray: 60))
        #expect(fixture.filenames == Self.files && fixture.leftovers.isEmpty)
    }

    @Test func anotherEditorBeginsWithTheResult() throws {
        let asset = try #require(try fixture.save(photo(gray: 200)))
        let edited = try edit(asset, "one", photo(gray: 90))
        let unknown = try input(edited) { $0.formatIdentifier == "org.other" }
        #expect(unknown.adjustmentData == nil)
        #expect(unknown.fullSizeImageURL?.lastPathComponent == "IMG_0001_edited.jpg")
        let other = try edit(edited, "two", photo(gray: 40), editor: "org.other")
        let names = PHAssetResource.assetResources(for: other).map { ($0.type, $0.fileURL.lastPathComponent) }
        #expect(names.map(\.0) == [.photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto])
        #expect(names.last?.1 == "IMG_0001_edited.jpg")
        // What it did was done to the first editor's result.
        let known = try input(other) { $0.formatIdentifier == "org.other" }
        #expect(known.fullSizeImageURL?.lastPathComponent == "IMG_0001_edited.jpg")
        #expect(known.adjustmentData.map { String(decoding: $0.data, as: UTF8.self) } == "two")
        let third = try edit(other, "three", photo(gray: 20), editor: "org.other")
        #expect(try abs(seen(third).gray - 20) <= 3)
        #expect(PHAssetResource.assetResources(for: third).map(\.type).last == .adjustmentBasePhoto)
        try revert(third)
        #expect(fixture.filenames == ["IMG_0001.jpg"] && fixture.leftovers.isEmpty)
        #expect(try abs(seen(current(asset)).gray - 200) <= 3)
    }

    @Test func anEditWithoutDataOrResultIsRefused() throws {
        let asset = try #require(try fixture.save(photo(gray: 200)))
        let movie = try Data(contentsOf: fixture.movie())
        let data = PHAdjustmentData(formatIdentifier: "a", formatVersion: "1", data: Data())
        let wrong: [(PHAdjustmentData?, Data?, PHPhotosError.Code)] = [
            (nil, try photo(gray: 90), .invalidResource), (data, nil, .missingResource),
            (data, Data("no picture".utf8), .invalidResource), (data, movie, .invalidResource),
        ]
        for (data, result, code) in wrong {
            let output = PHContentEditingOutput(contentEditingInput: try input(asset))
            output.adjustmentData = data
            try result?.write(to: output.renderedContentURL)
            let error = #expect(throws: PHPhotosError.self) { try save(output, of: asset) }
            #expect(error?.code == code, "\(String(describing: error))")
        }
        #expect(fixture.filenames == ["IMG_0001.jpg"] && fixture.leftovers.isEmpty)
        #expect(try !current(asset).hasAdjustments)
    }

    @Test func aBlockThatFailsLeavesTheLastEdit() throws {
        let first = try #require(try fixture.save(photo(gray: 200)))
        let gone = try #require(try fixture.save(photo(gray: 10)))
        let edited = try edit(first, "one", photo(gray: 90))
        try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([gone]) }
        let output = PHContentEditingOutput(contentEditingInput: try input(edited))
        output.adjustmentData = PHAdjustmentData(formatIdentifier: "a", formatVersion: "1", data: Data())
        try photo(gray: 40).write(to: output.renderedContentURL)
        nonisolated(unsafe) let shared = output
        #expect(throws: PHPhotosError.self) {
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest(for: edited).contentEditingOutput = shared
                PHAssetChangeRequest(for: gone).isFavorite = true
            }
        }
        #expect(fixture.filenames == Self.files && fixture.leftovers.isEmpty)
        #expect(try abs(seen(current(first)).gray - 90) <= 3)
        // The result is still there for another try.
        try save(output, of: edited)
        #expect(try abs(seen(current(first)).gray - 40) <= 3)
    }

    @Test func aNewAssetCanBeEditedAtOnce() throws {
        let (data, result) = (try photo(gray: 200), try photo(gray: 90))
        let asset = try #require(
            try fixture.saving { request in
                request.addResource(with: .photo, data: data, options: nil)
                let output = PHContentEditingOutput(
                    placeholderForCreatedAsset: request.placeholderForCreatedAsset!)
                output.adjustmentData = PHAdjustmentData(formatIdentifier: "a", formatVersion: "1", data: Data())
                try? result.write(to: output.renderedContentURL)
                request.contentEditingOutput = output
            })
        #expect(asset.hasAdjustments && fixture.filenames == Self.files)
        #expect(try abs(seen(asset).gray - 90) <= 3 && abs(seen(asset, .original).gray - 200) <= 3)
    }

    @Test func anEditedLivePhotoIsAPhotoUntilItIsTakenBack() throws {
        let (data, movie) = (try photo(gray: 200), try fixture.movie())
        let asset = try #require(
            try fixture.saving { request in
                request.addResource(with: .photo, data: data, options: nil)
                request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
            })
        let edited = try edit(asset, "still", photo(gray: 90))
        #expect(!edited.mediaSubtypes.contains(.photoLive) && edited.playbackStyle == .image)
        #expect(throws: PHPhotosError.self) { try PHAssetResource.livePhoto(of: edited, .current) }
        #expect(try PHAssetResource.livePhoto(of: edited, .original).map(\.type) == [.photo, .pairedVideo])
        try revert(edited)
        #expect(try current(asset).mediaSubtypes.contains(.photoLive))
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0001.mov"])
    }

    @Test func aVideoIsEdited() throws {
        let movie = try fixture.movie()
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        let input = try input(asset)
        #expect(input.audiovisualAsset?.duration.seconds == 1 && input.fullSizeImageURL == nil)
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(formatIdentifier: "trim", formatVersion: "1", data: Data())
        try MadeFile.ffmpeg(
            [
                "-f", "lavfi", "-i", "color=blue:size=160x120:rate=30", "-t", "0.5", "-c:v", "libx264", "-pix_fmt",
                "yuv420p",
            ],
            to: output.renderedContentURL)
        try save(output, of: asset)
        let edited = try current(asset)
        #expect(edited.pixelWidth == 160 && abs(edited.duration - 0.5) < 0.05 && edited.hasAdjustments)
        #expect(fixture.filenames == ["IMG_0001.mov", "IMG_0001_edited.aae", "IMG_0001_edited.mov"])
        // The edited file is lost: the original is shown.
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent("IMG_0001_edited.mov"))
        let left = try #require(try fixture.library.assets().first)
        #expect(left == asset && left.duration == 1 && !left.hasAdjustments)
    }

    @Test func deletingAnAssetDeletesItsEdits() throws {
        let asset = try edit(
            #require(try fixture.save(photo(gray: 200))), "one", photo(gray: 90))
        try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset]) }
        #expect(fixture.filenames.isEmpty && fixture.leftovers.isEmpty)
    }

    // MARK: Crashes and other programs

    @Test func anEditThatWasOnlyPreparedIsForgotten() throws {
        let asset = try #require(try fixture.save(photo(gray: 200)))
        let jpeg = try fixture.folder.file("edit.jpg", contents: photo(gray: 90))
        try fixture.leave(jpeg, as: "edited.jpg", in: "edit-\(UUID().uuidString)")
        let library = fixture.reopened()
        #expect(try library.assets() == [asset])
        #expect(fixture.filenames == ["IMG_0001.jpg"] && fixture.leftovers.isEmpty)
    }

    /// A process that died before its commit had given these names to an edit.
    private func announce(_ names: [String], in folder: String) throws {
        let files = names.map { fixture.library.folderURL.appendingPathComponent($0).path }
        let marks = files.compactMap(StagingFolder.mark).joined(separator: "\n")
        let stem = try fixture.folder.file("stem", contents: Data(marks.utf8))
        try fixture.leave(stem, as: names[0] + ".stem", in: folder)
    }

    @Test(arguments: [false, true])
    func anEditThatTheCatalogueDoesNotKnowIsWithdrawn(isWhole: Bool) throws {
        let original = try photo(gray: 200)
        let asset = try #require(try fixture.save(original))
        let folder = "edit-\(UUID().uuidString)"
        try leave(Data("adjustments".utf8), as: "IMG_0001_edited.aae")
        let jpeg = try fixture.folder.file("edit.jpg", contents: photo(gray: 90))
        if isWhole {
            try leave(photo(gray: 90), as: "IMG_0001_edited.jpg")
            try announce(["IMG_0001_edited.jpg", "IMG_0001_edited.aae"], in: folder)
        } else {
            try leave(photo(gray: 90), as: "IMG_0001_edited.jpg")
            try announce(["IMG_0001_edited.jpg", "IMG_0001_edited.aae"], in: folder)
            try FileManager.default.removeItem(
                at: fixture.library.folderURL.appendingPathComponent("IMG_0001_edited.jpg"))
            try fixture.leave(jpeg, as: "edited.jpg", in: folder + " more")
            try FileManager.default.moveItem(
                at: fixture.incoming.appendingPathComponent(folder + " more/edited.jpg"),
                to: fixture.incoming.appendingPathComponent(folder + "/edited.jpg"))
            try FileManager.default.removeItem(at: fixture.incoming.appendingPathComponent(folder + " more"))
            // Somebody else's, in spite of its name: the edit's is still in the folder.
            try leave(photo(gray: 33), as: "IMG_0001_edited.jpg")
        }
        let assets = try fixture.reopened().assets()
        #expect(assets.contains(asset) && fixture.leftovers.isEmpty)
        #expect(try bytes("IMG_0001.jpg") == original)
        #expect(fixture.filenames == (isWhole ? ["IMG_0001.jpg"] : ["IMG_0001.jpg", "IMG_0001_edited.jpg"]))
    }

    @Test func aReplacedEditComesBackIfTheNewOneIsNotKnown() throws {
        let asset = try edit(#require(try fixture.save(photo(gray: 200))), "one", photo(gray: 90))
        let folder = "replaced-\(UUID().uuidString)"
        for name in Self.files.dropFirst() {
            let file = fixture.library.folderURL.appendingPathComponent(name)
            try fixture.leave(file, as: name, in: folder)
            try FileManager.default.removeItem(at: file)
        }
        let staged = "edit-\(UUID().uuidString)"
        try leave(photo(gray: 40), as: "IMG_0001_edited2.jpg")
        try leave(Data("adjustments".utf8), as: "IMG_0001_edited2.aae")
        try announce(["IMG_0001_edited2.jpg", "IMG_0001_edited2.aae"], in: staged)
        let library = fixture.reopened()
        #expect(try library.assets() == [asset])
        #expect(fixture.filenames == Self.files && fixture.leftovers.isEmpty)
        #expect(try abs(seen(current(asset, in: library)).gray - 90) <= 3)
    }

    /// The program that set it aside is dead, and another one goes on.
    @Test func aScanDoesNotForgetAReplacedEdit() throws {
        let asset = try edit(#require(try fixture.save(photo(gray: 200))), "one", photo(gray: 90))
        let folder = "replaced-\(UUID().uuidString)"
        for name in Self.files.dropFirst() {
            let file = fixture.library.folderURL.appendingPathComponent(name)
            try fixture.leave(file, as: name, in: folder)
            try FileManager.default.removeItem(at: file)
        }
        #expect(try fixture.library.assets() == [asset])
        #expect(fixture.filenames == Self.files && fixture.leftovers.isEmpty)
        #expect(try current(asset).hasAdjustments)
    }

    @Test func anEditWhoseLastEditIsDeletedIsShownAsBefore() throws {
        let asset = try #require(try fixture.save(photo(gray: 200)))
        try edit(asset, "one", photo(gray: 90))
        try edit(asset, "two", photo(gray: 40), editor: "org.example.other")
        let last = try #require(fixture.filenames.last { $0.hasSuffix(".jpg") && $0 != "IMG_0001_edited.jpg" })
        #expect(last.contains("_edited"))
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent(last))
        let left = try #require(try fixture.library.assets().first)
        #expect(try fixture.library.assets().count == 1 && left == asset && left.hasAdjustments)
        #expect(try abs(seen(left).gray - 90) <= 3)
        #expect(try fixture.library.rebuildCatalogue() == 1)
    }

    @Test func filesOfAReplacedEditAreCleanedUp() throws {
        let asset = try edit(#require(try fixture.save(photo(gray: 200))), "one", photo(gray: 90))
        let jpeg = try fixture.folder.file("old.jpg", contents: photo(gray: 40))
        try fixture.leave(jpeg, as: "IMG_0001_edited2.jpg", in: "replaced-\(UUID().uuidString)")
        #expect(try fixture.reopened().assets() == [asset])
        #expect(fixture.filenames == Self.files && fixture.leftovers.isEmpty)
    }

    @Test func aLostCatalogueDoesNotLoseEdits() throws {
        let first = try #require(try fixture.save(photo(gray: 200)))
        try edit(first, "one", photo(gray: 90, width: 160, height: 120))
        try fixture.save(photo(gray: 150))
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent(".avcam"))
        let library = fixture.reopened()
        let assets = try library.assets()
        #expect(assets.map(\.hasAdjustments).sorted { $0 && !$1 } == [true, false])
        let edited = try #require(assets.first { $0.hasAdjustments })
        #expect(edited.pixelWidth == 160)
        #expect(
            try input(edited) { _ in true }.adjustmentData.map { String(decoding: $0.data, as: UTF8.self) } == "one")
        try revert(edited, in: library)
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg"])
    }

    @Test func aRebuiltCatalogueKeepsEdits() throws {
        let asset = try edit(#require(try fixture.save(photo(gray: 200))), "one", photo(gray: 90))
        #expect(try fixture.library.rebuildCatalogue() == 1)
        let rebuilt = try current(asset)
        #expect(rebuilt.hasAdjustments)
        #expect(PHAssetResource.assetResources(for: rebuilt).map(\.type) == [.photo, .fullSizePhoto, .adjustmentData])
    }

    /// An edited version must not become a photo of its own.
    @Test(arguments: [
        "DELETE FROM resource WHERE filename = 'IMG_0001.jpg'", "ALTER TABLE asset RENAME COLUMN isEdited TO isEditec",
    ])
    func aDamagedCatalogueKeepsEdits(damage: String) throws {
        try edit(#require(try fixture.save(photo(gray: 200))), "one", photo(gray: 90))
        fixture.library.store.close()
        let catalogue = fixture.library.folderURL.appendingPathComponent(".avcam/catalogue.sqlite").path
        try Database(path: catalogue).access { try $0.runAll(damage) }
        let library = fixture.reopened()
        #expect(try library.rebuildCatalogue() == 1)
        let rebuilt = try #require(try library.assets().first)
        #expect(rebuilt.hasAdjustments)
        #expect(
            Set(PHAssetResource.assetResources(for: rebuilt).map(\.type)) == [.photo, .fullSizePhoto, .adjustmentData])
    }

    @Test func anEditThatIsCopiedHereJoinsItsOriginal() throws {
        let asset = try #require(try fixture.save(photo(gray: 200)))
        #expect(try fixture.library.assets() == [asset])
        let adjustments = PHAdjustmentData(formatIdentifier: "a", formatVersion: "1", data: Data("copied".utf8))
        try leave(AdjustmentFile(adjustments).encoded, as: "IMG_0001_edited.aae")
        try leave(photo(gray: 90), as: "IMG_0001_edited.jpg")
        let joined = try #require(try fixture.library.assets().first)
        #expect(try fixture.library.assets().count == 1 && joined == asset && joined.hasAdjustments)
        #expect(try input(joined) { _ in true }.adjustmentData?.data == Data("copied".utf8))
        // Without its data it is a picture like any other.
        try leave(photo(gray: 90), as: "IMG_0001_edited7.jpg")
        #expect(try fixture.library.assets().count == 2)
    }

    @Test func anEditWhoseOriginalIsDeletedIsThePhoto() throws {
        let asset = try edit(#require(try fixture.save(photo(gray: 200))), "one", photo(gray: 90))
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent("IMG_0001.jpg"))
        let left = try #require(try fixture.library.assets().first)
        #expect(left == asset && !left.hasAdjustments && PHAssetResource.assetResources(for: left).count == 1)
        #expect(try abs(seen(left).gray - 90) <= 3)
    }
}
