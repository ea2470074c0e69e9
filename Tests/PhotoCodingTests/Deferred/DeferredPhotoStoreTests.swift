import CaptureEngine
import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PhotoCoding

@Suite struct DeferredPhotoStoreTests {
    let folder: TemporaryFolder
    let store: DeferredPhotoStore

    init() throws {
        folder = try TemporaryFolder()
        store = DeferredPhotoStore(folder: folder.file("deferred"))
    }

    private func frame(gray: UInt8, iso: Float = 100) throws -> CMSampleBuffer {
        let buffer = try CVPixelBuffer(
            width: 66, height: 34, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        for plane in 0..<2 {
            let size = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            memset(CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!, plane == 0 ? Int32(gray) : 128, size)
        }
        CVBufferSetAttachment(
            buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
        let frame = CMSampleBuffer.frame(
            buffer, format: try CMVideoFormatDescription(imageBuffer: buffer),
            presentationTimeStamp: CMTime(value: Int64(gray), timescale: 30))
        var conditions = CaptureConditions(exposureDuration: CMTime(value: 1, timescale: 60), iso: iso)
        conditions.whiteBalanceGains = WhiteBalanceGains(red: 2, green: 1, blue: 1.5)
        conditions.isFlashFired = true
        frame.conditions = conditions
        return frame
    }

    private var recipe: PhotoRecipe {
        var recipe = PhotoRecipe()
        recipe.metadata.model = "Test camera"
        return recipe
    }

    private var files: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: store.folder.path)) ?? []
    }

    @Test func aStoredPhotoIsProcessedLikeAnImmediateOne() throws {
        let frames = try [frame(gray: 90), frame(gray: 100)]
        let id = try store.keep(frames: frames, recipe: recipe)
        var expected = recipe
        expected.metadata.deferredPhotoID = id
        #expect(try store.process(id) == PhotoRenderer.render(frames: frames, recipe: expected))
        #expect(store.pending() == [id])
        store.remove(id)
        #expect(store.pending().isEmpty && files.isEmpty)
    }

    @Test func theFileCarriesTheIdentifier() throws {
        let id = try store.keep(frames: [frame(gray: 90)], recipe: recipe)
        let file = try folder.file("final.jpg", contents: try store.process(id))
        let text = try Tool.output("exiftool", ["-s3", "-ImageUniqueID", file.path])
        #expect(String(decoding: text, as: UTF8.self) == "\(id)\n")
    }

    @Test func aFramesDescriptionIsKept() throws {
        let frame = try frame(gray: 7, iso: 1600)
        let stored = try StoredFrameProbe.roundTrip(frame, through: store)
        #expect(stored.conditions == frame.conditions)
        #expect(stored.presentationTimeStamp == frame.presentationTimeStamp)
        let buffer = try #require(stored.imageBuffer)
        let matrix = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
        #expect(matrix == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
    }

    @Test func aPhotoThatItsProcessStillHoldsIsLeftAlone() throws {
        let id = try store.keep(frames: [frame(gray: 90)], recipe: recipe)
        let other = DeferredPhotoStore(folder: store.folder)
        #expect(try other.take(id) == nil && other.contains(id))
        store.handOver(id)
        #expect(try other.take(id) != nil)
    }

    @Test func onlyOneCanTakeAPhoto() throws {
        let id = try store.keep(frames: [frame(gray: 90)], recipe: recipe)
        store.handOver(id)
        let photo = try #require(try store.take(id))
        #expect(try DeferredPhotoStore(folder: store.folder).take(id) == nil)
        withExtendedLifetime(photo) {}
    }

    @Test func photosComeInTheOrderInWhichTheyWereTaken() throws {
        let ids = try (0..<5).map { _ in try store.keep(frames: [frame(gray: 90)], recipe: recipe) }
        #expect(store.pending() == ids)
    }

    @Test func theOwnerIsRemembered() throws {
        let id = try store.keep(frames: [frame(gray: 90)], recipe: recipe)
        let owner = DeferredPhoto.Owner(library: "/photos", asset: "A")
        try store.setOwner(owner, of: id)
        store.handOver(id)
        #expect(try store.take(id)?.owner() == owner)
        try store.setOwner(nil, of: id)
        #expect(try store.take(id)?.owner() == nil)
    }

    @Test func incompleteLeftoversOfADeadProcessAreRemoved() throws {
        let id = try store.keep(frames: [frame(gray: 90)], recipe: recipe)
        let left = store.folder.appendingPathComponent("\(DeferredPhotoID()).part")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        try Data(count: 9).write(to: left.appendingPathComponent("0.frame"))
        let halfRemoved = store.folder.appendingPathComponent("\(DeferredPhotoID())")
        try FileManager.default.createDirectory(at: halfRemoved, withIntermediateDirectories: true)
        #expect(store.pending() == [id])
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path) == ["\(id)"])
    }

    @Test func damagedFramesAreReported() throws {
        let id = try store.keep(frames: [frame(gray: 90)], recipe: recipe)
        truncate(store.folder.appendingPathComponent("\(id)/0.frame").path, 10)
        let error = #expect(throws: CaptureError.self) { try store.process(id) }
        #expect(error?.code == .fileDamaged)
    }

    @Test(arguments: [("bytesPerRow", -1), ("height", Int.max), ("width", 0), ("encodedSize", -4)])
    func impossibleFrameNumbersAreReported(name: String, value: Int) throws {
        let id = try store.keep(frames: [frame(gray: 90)], recipe: recipe)
        let url = store.folder.appendingPathComponent("\(id)/photo.json")
        var photo = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        var frames = try #require(photo["frames"] as? [[String: Any]])
        var layout = try #require(frames[0]["layout"] as? [String: Any])
        var planes = try #require(layout["planes"] as? [[String: Any]])
        switch name {
        case "width": layout[name] = value
        case "encodedSize": frames[0][name] = value
        default: planes[0][name] = value
        }
        layout["planes"] = planes
        frames[0]["layout"] = layout
        photo["frames"] = frames
        try JSONSerialization.data(withJSONObject: photo).write(to: url)
        let error = #expect(throws: CaptureError.self) { try store.process(id) }
        #expect(error?.code == .fileDamaged)
    }

    @Test func anUnreadableFileIsNotDamaged() throws {
        let id = try store.keep(frames: [frame(gray: 90)], recipe: recipe)
        let path = store.folder.appendingPathComponent("\(id)/0.frame").path
        // A file that nobody can open, as if there were no descriptors left.
        unlink(path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        let error = #expect(throws: CaptureError.self) { try store.process(id) }
        #expect(error?.code == .fileUnreadable && store.contains(id))
    }

    @Test func theCamerasOwnPictureIsKept() throws {
        let frame = try frame(gray: 90)
        frame.encodedPicture = try JPEGPhoto.encode(try #require(frame.imageBuffer))
        #expect(try StoredFrameProbe.roundTrip(frame, through: store).encodedPicture == frame.encodedPicture)
    }

    @Test func aPhotoBeingStoredIsInTheStoreAndLocked() throws {
        let id = DeferredPhotoID()
        let draft = try store.begin(frames: [frame(gray: 90)], recipe: recipe, id: id)
        #expect(store.contains(id) && store.pending().isEmpty)
        let other = DeferredPhotoStore(folder: store.folder)
        #expect(try other.contains(id) && other.pending().isEmpty && other.take(id) == nil)
        let owner = DeferredPhoto.Owner(library: "/photos", asset: "A")
        try store.setOwner(owner, of: id)
        store.handOver(id)
        store.keep(draft) {}
        store.finishKeeping()
        #expect(store.pending() == [id])
        #expect(try other.contains(id) && !other.process(id).isEmpty)
        withExtendedLifetime(draft) {}
    }

    @Test func anAbandonedPhotoLeavesNothing() throws {
        let frames = [try frame(gray: 90)]
        let size = try { () -> Int64 in
            let draft = try store.begin(frames: frames, recipe: recipe, id: DeferredPhotoID())
            defer { store.abandon(draft) }
            return draft.size
        }()
        #expect(files.isEmpty)
        // There is room for one.
        var limits = DeferredPhotoStore.Limits()
        limits.size = size + size / 2
        let small = DeferredPhotoStore(folder: store.folder, limits: limits)
        for _ in 0..<3 {
            let id = DeferredPhotoID()
            small.abandon(try small.begin(frames: frames, recipe: recipe, id: id))
            #expect(!small.contains(id) && files.isEmpty)
        }
    }

    @Test func aPhotoWhoseProcessDiedBeforeItWasStoredIsGone() throws {
        let id = DeferredPhotoID()
        var draft: DeferredPhotoDraft? = try store.begin(frames: [frame(gray: 90)], recipe: recipe, id: id)
        withExtendedLifetime(draft) {}
        draft = nil
        store.handOver(id)
        #expect(store.pending().isEmpty && !store.contains(id) && files.isEmpty)
    }

    @Test func aMissingPhotoIsReported() {
        #expect(throws: CaptureError.self) { try store.process(DeferredPhotoID()) }
    }

    @Test func aStoreThatIsFullKeepsNothing() throws {
        var limits = DeferredPhotoStore.Limits()
        limits.size = 10_000
        let small = DeferredPhotoStore(folder: store.folder, limits: limits)
        try small.keep(frames: [frame(gray: 90)], recipe: recipe)
        let error = try #require(
            throws: CaptureError.self,
            performing: { try small.keep(frames: [frame(gray: 90), frame(gray: 91)], recipe: recipe) })
        #expect(error.code == .diskFull && small.pending().count == 1)
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aFullDiskIsReportedAndLeavesNothing() throws {
        let disk = try SmallDisk(kilobytes: 64)
        var limits = DeferredPhotoStore.Limits()
        limits.freeSpace = -1 << 40
        let full = DeferredPhotoStore(folder: disk.url.appendingPathComponent("deferred"), limits: limits)
        let frames = try (0..<40).map { try frame(gray: UInt8($0)) }
        let error = try #require(
            throws: CaptureError.self, performing: { try full.keep(frames: frames, recipe: recipe) })
        #expect(error.code == .diskFull)
        #expect(try FileManager.default.contentsOfDirectory(atPath: full.folder.path).isEmpty)
        withExtendedLifetime(disk) {}
    }

    @Test func theStandardFolderFollowsTheEnvironment() {
        func folder(_ environment: [String: String]) -> String {
            DeferredPhotoStore.standardFolder(environment: environment).path
        }
        #expect(folder(["HOME": "/home/me"]) == "/home/me/.local/share/avcam/deferred")
        #expect(folder(["HOME": "/home/me", "XDG_DATA_HOME": "/data"]) == "/data/avcam/deferred")
        #expect(folder(["HOME": "/home/me", "AVCAM_DEFERRED": "/spool"]) == "/spool")
    }

    @Test func identifiersAreThirtyTwoHexadecimalDigits() {
        let id = DeferredPhotoID()
        #expect(DeferredPhotoID(id.description.lowercased()) == id)
        #expect(DeferredPhotoID("short") == nil && DeferredPhotoID(String(repeating: "x", count: 32)) == nil)
    }
}

/// Frames as read back from disk.
private enum StoredFrameProbe {
    static func roundTrip(_ frame: CMSampleBuffer, through store: DeferredPhotoStore) throws -> CMSampleBuffer {
        let id = try store.keep(frames: [frame], recipe: PhotoRecipe())
        store.handOver(id)
        let photo = try #require(try store.take(id))
        return try #require(try photo.frames().first)
    }
}
