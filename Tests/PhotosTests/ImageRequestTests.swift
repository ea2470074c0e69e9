import Foundation
import PhotoCoding
import Photos
import TestSupport
import Testing

/// Pictures of assets, requested like thumbnails.
struct ImageRequestTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// - Returns: the picture, and the dictionary that came with it.
    private func request(
        _ asset: PHAsset, _ size: CGSize = CGSize(width: 64, height: 64), mode: PHImageContentMode = .aspectFit,
        _ change: (PHImageRequestOptions) -> Void = { _ in }
    ) -> (image: CGImage?, info: [AnyHashable: Any]) {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        change(options)
        var result: (CGImage?, [AnyHashable: Any]) = (nil, [:])
        PHImageManager.default().requestImage(for: asset, targetSize: size, contentMode: mode, options: options) {
            result = ($0?.cgImage, $1 ?? [:])
        }
        return result
    }

    /// The middle pixel: red, green, blue.
    private func middle(_ image: CGImage) -> [UInt8] {
        guard let data = image.dataProvider?.data as Data? else { return [] }
        let offset = image.height / 2 * image.bytesPerRow + image.width / 2 * 4
        return Array(data[offset..<offset + 3])
    }

    /// A photo of one gray in a format, made by the encoders that the camera uses.
    private func photo(_ codec: PhotoFileFormat.ID, gray: UInt8 = 200) throws -> Data {
        var recipe = PhotoRecipe()
        recipe.codec = codec
        return try PhotoRenderer.render(frames: [GrayFrame.make(gray, width: 320, height: 240)], recipe: recipe)
    }

    @Test(arguments: [PhotoFileFormat.ID.jpeg, .heic])
    func aPhotoIsShownSmall(codec: PhotoFileFormat.ID) throws {
        let asset = try #require(try fixture.save(photo(codec)))
        let image = try #require(request(asset).image)
        #expect(image.width == 64 && image.height == 48)
        #expect(middle(image).allSatisfy { abs(Int($0) - 200) <= 3 }, "\(middle(image))")
    }

    @Test(arguments: BrightChart.Transfer.allCases)
    func aMovieOfHighDynamicRangeIsShownAsWithoutIt(_ transfer: BrightChart.Transfer) throws {
        let movie = fixture.folder.file("bright.mov")
        try BrightChart.makeMovie(transfer, at: movie)
        let asset = try #require(
            try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        let image = try #require(
            request(asset, CGSize(width: BrightChart.width, height: BrightChart.height)).image)
        let pixels = try #require(image.dataProvider?.data as Data?)
        let patches = BrightChart.patches { x, y in
            let place = y * image.bytesPerRow + 4 * x
            return ShownColor(Double(pixels[place]), Double(pixels[place + 1]), Double(pixels[place + 2]))
        }
        let complaints = try BrightChart.complaints(patches, transfer, movie: movie)
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test func theMovieOfALivePhotoDoesNotHideItsPicture() throws {
        let movie = try fixture.movie()
        let data = try photo(.jpeg)
        let asset = try #require(
            try fixture.saving { request in
                request.addResource(with: .photo, data: data, options: nil)
                request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
            })
        #expect(asset.mediaSubtypes.contains(.photoLive))
        #expect(middle(try #require(request(asset).image)).allSatisfy { abs(Int($0) - 200) <= 3 })
    }

    @Test func aMovieIsShownByItsFirstFrame() throws {
        let movie = try fixture.movie()
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        let image = try #require(request(asset).image)
        #expect(image.width == 64 && image.height == 48)
    }

    /// Pixels as in the PNG files of other programs; half transparent ones are blended with white.
    @Test(arguments: [
        (DrawnPNG.Pixels.rgb24, [0x40, 0xA0, 0xC0], [0x40, 0xA0, 0xC0]),
        (.palette, [0x40, 0xA0, 0xC0, 0xFF], [0x40, 0xA0, 0xC0]),
        (.rgb48, [0x40, 0xA0, 0xC0], [0x40, 0xA0, 0xC0]), (.rgba32, [0x40, 0xA0, 0xC0, 0x80], [0x9F, 0xCF, 0xDF]),
        (.rgba64, [0x40, 0xA0, 0xC0, 0x80], [0x9F, 0xCF, 0xDF]), (.rgba32, [0, 0, 0, 0], [255, 255, 255]),
        (.palette, [0, 0, 0, 0], [255, 255, 255]), (.gray8, [0x7F], [0x7F, 0x7F, 0x7F]),
        (.gray16, [0x7F], [0x7F, 0x7F, 0x7F]), (.oneBit, [0], [0, 0, 0]), (.oneBit, [0xFF], [255, 255, 255]),
        (.grayAlpha16, [0x80, 0x80], [0xBF, 0xBF, 0xBF]), (.grayAlpha32, [0x80, 0x80], [0xBF, 0xBF, 0xBF]),
    ])
    func aPNGOfAnotherProgramIsShown(pixels: DrawnPNG.Pixels, color: [Int], expected: [Int]) throws {
        let drawn = DrawnPNG(pixels, color.map(UInt8.init), width: 321, height: 241)
        let asset = try #require(try fixture.save(drawn.data()))
        let image = try #require(request(asset).image)
        #expect(image.width == 64 && image.height == 48)
        #expect(zip(middle(image), expected).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(middle(image))")
    }

    @Test(arguments: [(2, 2), (3, 5), (2, 300)])
    func aTinyPNGIsShown(width: Int, height: Int) throws {
        let drawn = DrawnPNG(.rgb24, [255, 0, 0], width: width, height: height)
        let asset = try #require(try fixture.save(drawn.data()))
        let image = try #require(request(asset).image)
        #expect(zip(middle(image), [255, 0, 0]).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(middle(image))")
    }

    @Test func aPNGThatIsDamagedOrTooLargeIsAnError() throws {
        let whole = try DrawnPNG(.rgb24, [10, 200, 30], width: 320, height: 240).data()
        var huge = whole
        // Width and height.
        huge.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        var endless = whole
        endless.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
        var savedCount = 0
        for damaged in [huge, endless, whole.prefix(60)] {
            guard let asset = try? fixture.save(Data(damaged)) else { continue }
            savedCount += 1
            let (image, info) = request(asset)
            #expect(image == nil && info[PHImageErrorKey] is any Error)
        }
        #expect(savedCount > 0)
    }

    @Test func aProxyIsShownAndThenItsFinalPhoto() throws {
        var recipe = PhotoRecipe()
        let id = try fixture.deferred.keep(frames: [GrayFrame.make(90, width: 320, height: 240)], recipe: recipe)
        recipe.metadata.deferredPhotoID = id
        let proxy = try PhotoRenderer.render(
            frames: [GrayFrame.make(200, width: 320, height: 240)], recipe: recipe)
        let asset = try #require(try fixture.save(proxy, type: .photoProxy))
        #expect(middle(try #require(request(asset).image)).allSatisfy { abs(Int($0) - 200) <= 3 })
        _ = try fixture.library.processDeferredPhotos { _ in true }
        let final = try #require(fixture.library.fetch(nil, identifiers: [asset.localIdentifier]).firstObject)
        #expect(middle(try #require(request(final).image)).allSatisfy { abs(Int($0) - 90) <= 3 })
    }

    @Test(arguments: [
        (PHImageContentMode.aspectFit, PHImageRequestOptionsResizeMode.fast, 100, 75),
        (.aspectFill, .fast, 133, 100), (.aspectFill, .exact, 100, 100), (.aspectFit, .none, 320, 240),
    ])
    func theModesDetermineTheSize(
        mode: PHImageContentMode, resizing: PHImageRequestOptionsResizeMode, width: Int, height: Int
    ) throws {
        let asset = try #require(try fixture.save(photo(.jpeg)))
        let image = try #require(
            request(asset, CGSize(width: 100, height: 100), mode: mode) { $0.resizeMode = resizing }.image)
        #expect(image.width == width && image.height == height)
    }

    @Test func theMaximumSizeIsTheAssetsOwn() throws {
        let asset = try #require(try fixture.save(photo(.heic)))
        let image = try #require(request(asset, PHImageManagerMaximumSize).image)
        #expect(image.width == 320 && image.height == 240)
    }

    @Test func aFileThatIsGoneIsAnErrorInTheDictionary() throws {
        let asset = try #require(try fixture.save(photo(.jpeg)))
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent(fixture.filenames[0]))
        let (image, info) = request(asset)
        #expect(image == nil && info[PHImageErrorKey] is any Error)
    }

    @Test func anAsynchronousAnswerComesOnce() async throws {
        let asset = try #require(try fixture.save(photo(.jpeg)))
        let width = await withCheckedContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 32, height: 32), contentMode: .aspectFit, options: nil
            ) { image, _ in continuation.resume(returning: image?.cgImage?.width) }
        }
        #expect(width == 32)
    }
}
