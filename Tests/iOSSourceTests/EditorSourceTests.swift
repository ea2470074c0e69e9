import Foundation
import Photos
import TestSupport
import Testing
import iOSClassicSources

extension IOSSources {
    /// An app that edits photos of the library.
    @Suite struct EditorSourceTests {
        private let phone: PhoneOfTheApps
        private let lab = PhotoLab()

        init() throws { phone = try PhoneOfTheApps() }

        private func saved() async throws -> PHAsset {
            let file = phone.folder.file("drawn.jpg")
            let source = ["-f", "lavfi", "-i", "color=red:size=400x304", "-frames:v", "1"]
            try MadeFile.ffmpeg(source, to: file)
            nonisolated(unsafe) var identifier: String?
            try await PHPhotoLibrary.shared().performChanges {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                identifier = request?.placeholderForCreatedAsset?.localIdentifier
            }
            return try current(#require(identifier))
        }

        private func current(_ identifier: String) throws -> PHAsset {
            try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }

        private func apply(_ filter: String, _ asset: PHAsset) async -> Bool {
            await withCheckedContinuation { continuation in
                lab.apply(filter: filter, to: asset) { success, _ in continuation.resume(returning: success) }
            }
        }

        private func filter(of asset: PHAsset) async -> String? {
            await withCheckedContinuation { continuation in
                lab.filter(of: asset) { continuation.resume(returning: $0) }
            }
        }

        /// Red, green and blue in the middle of a picture, as ffmpeg decodes it.
        private func color(_ file: URL, frame: Int = 0) throws -> [Int] {
            let pixels = try Tool.output(
                "ffmpeg",
                [
                    "-v", "error", "-i", file.path, "-vf", "select=eq(n\\,\(frame)),crop=1:1", "-frames:v", "1", "-f",
                    "rawvideo", "-pix_fmt", "rgb24", "-",
                ])
            return pixels.map { Int($0) }
        }

        @Test func aFilterIsChangedAndTakenBack() async throws {
            let asset = try await saved()
            #expect(await filter(of: asset) == nil)
            #expect(await apply("CIColorInvert", asset))
            var edited = try current(asset.localIdentifier)
            #expect(await filter(of: edited) == "CIColorInvert" && edited.hasAdjustments)
            let files = PHAssetResource.assetResources(for: edited)
            #expect(files.map(\.type) == [.photo, .fullSizePhoto, .adjustmentData])
            // The red of ffmpeg's color source, and what is opposite to it. JPEG's red is a code or two below 255, which is up
            // to 30 codes above black once light is inverted.
            let gif = phone.folder.file("comparison.gif")
            #expect(lab.makeComparison(of: edited, at: gif))
            let (before, after) = (try color(gif), try color(gif, frame: 1))
            #expect(before[0] > 240 && before[1] < 15, "\(before)")
            #expect(after[0] < 40 && after[1] > 240 && after[2] > 240, "\(after)")
            // Again from the original: twice inverted, it would be red.
            #expect(await apply("CIColorInvert", edited))
            edited = try current(asset.localIdentifier)
            #expect(lab.makeComparison(of: edited, at: gif))
            #expect(try color(gif, frame: 1)[0] < 40)
            let isReverted = await withCheckedContinuation { continuation in
                lab.revert(edited) { success, _ in continuation.resume(returning: success) }
            }
            let last = try current(asset.localIdentifier)
            #expect(isReverted && !last.hasAdjustments)
            #expect(PHAssetResource.assetResources(for: last).map(\.type) == [.photo])
        }
    }
}
