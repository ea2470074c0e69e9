import Foundation
import PhotoCoding
import Photos
import TestSupport
import Testing

/// `kill -9` while deferred photos are processed.
@Suite(.ownThread) struct DeferredKillTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    @Test func nothingIsLostWheneverItIsKilled() throws {
        let store = DeferredPhotoStore(folder: avcam.deferred)
        let library = PHPhotoLibrary(folderURL: avcam.library, deferred: store)
        let count = 12
        for number in 0..<count {
            var recipe = PhotoRecipe()
            recipe.metadata.model = "Photo \(number)"
            let id = try store.keep(frames: [GrayFrame.make(90, width: 1280, height: 960)], recipe: recipe)
            recipe.metadata.deferredPhotoID = id
            let proxy = try PhotoRenderer.render(frames: [GrayFrame.make(200)], recipe: recipe)
            // One in three loses its process before the proxy is saved.
            if number % 3 == 0 {
                store.handOver(id)
            } else {
                try library.performChangesAndWait {
                    PHAssetCreationRequest.forAsset().addResource(with: .photoProxy, data: proxy, options: nil)
                }
            }
        }
        var moments = SeededRandomness()
        var kills = 0
        while !store.pending().isEmpty && kills < 100 {
            // Two processes run at once. One is killed at a random time, from before it starts to after several photos.
            let (victim, other) = (try avcam.start(["library", "process"]), try avcam.start(["library", "process"]))
            usleep(useconds_t.random(in: 0...150_000, using: &moments))
            kill(victim.processIdentifier, SIGKILL)
            kill(other.processIdentifier, SIGKILL)
            victim.waitUntilExit()
            other.waitUntilExit()
            kills += 1
        }
        #expect(try avcam.run("library", "process").status == 0)
        // This process works on the photos too, in the background, and may have one of them.
        try avcam.wait { store.pending().isEmpty }
        let list = try #require(try avcam.run("library", "list", "--json").json() as? [[String: Any]])
        let files = avcam.names(in: avcam.library).filter { !$0.hasPrefix(".") }.sorted()
        let metadata = try ImageProbe.metadata(of: files.map(avcam.library.appendingPathComponent))
        let known = list.map { "\($0["files"] ?? "no files"): \($0["width"] ?? "no width")" }
        #expect(
            list.count == count && list.allSatisfy { $0["width"] as? Int == 1280 },
            "catalogue: \(known); files: \(metadata.map { "\($0["File:ImageWidth"] ?? "no width")" })")
        #expect(files.count == count)
        let models = metadata.map { $0["IFD0:Model"] as? String ?? "none" }
        #expect(models.sorted() == (0..<count).map { "Photo \($0)" }.sorted())
        #expect(avcam.names(in: avcam.library.appendingPathComponent(".avcam/incoming")).isEmpty)
    }
}
