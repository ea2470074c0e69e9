import AVFoundation
import TestSupport
import Testing

@testable import AVCamCore

extension PhotoFile {
    /// What only this file knows. This is all that the app needs for a new one.
    fileprivate static let facet = PhotoFile(
        name: "facet", label: "Facet", codec: AVVideoCodecType(rawValue: "fct "), type: AVFileType("org.example.facet"),
        fileExtensions: ["fct", "facets"])
    fileprivate static let mosaic = PhotoFile(
        name: "mosaic", label: "Mosaic", codec: nil, type: AVFileType("org.example.mosaic"), fileExtensions: ["mos"])
    /// A file of another type, for a codec that is there.
    fileprivate static let heif = PhotoFile(
        name: "heif", label: "HEIF", codec: .hevc, type: AVFileType("public.heif-other"), fileExtensions: ["hei"])
}

/// A kind of photo file is a value: one more of them is taken for none of the others.
extension SimulatedCameraTests {
    struct PhotoFileTests {
        private static let known: [PhotoFile] = [.jpeg, .heic, .dng]
        private let files = known + [.facet, .mosaic]

        @Test func formatsAreTheFilesAndTheirPairs() {
            #expect(Self.known.formats.map(\.rawValue) == ["jpeg", "heic", "raw", "raw+jpeg", "raw+heic"])
            #expect(
                files.formats.map(\.rawValue) == [
                    "jpeg", "heic", "facet", "raw", "mosaic", "raw+jpeg", "raw+heic", "raw+facet", "mosaic+jpeg",
                    "mosaic+heic", "mosaic+facet",
                ])
            #expect(Self.known.formats.map(\.label) == ["JPEG", "HEIC", "RAW", "RAW + JPEG", "RAW + HEIC"])
            #expect(Set(PhotoFormat.all).isSuperset(of: Self.known.formats))
        }

        @Test func whatAFormatCanDoIsAskedOfItsFiles() throws {
            let picture = PhotoFormat(.facet)
            #expect(!picture.hasRaw && picture.picture == .facet && picture.raw == nil && picture.files == [.facet])
            let raw = PhotoFormat(.mosaic)
            #expect(raw.hasRaw && raw.picture == nil && raw.raw == .mosaic && raw.files == [.mosaic])
            let both = PhotoFormat(.facet, raw: .mosaic)
            #expect(both.hasRaw && both.picture == .facet && both.raw == .mosaic && both.files == [.facet, .mosaic])
            #expect(both.label == "Mosaic + Facet" && both.main.fileExtension == "fct")
        }

        @Test func aNameStandsForTheFileWithItsExtension() {
            #expect(files.file(withExtension: "FACETS") == .facet && files.file(withExtension: "mos") == .mosaic)
            #expect(PhotoFile.all.file(withExtension: "fct") == nil && files.file(withExtension: "") == nil)
            for file in files {
                #expect(file.fileExtensions.allSatisfy { files.file(withExtension: $0) == file })
            }
        }

        @Test func aWordThatIsUnknownIsNoFormat() {
            #expect(PhotoFormat(rawValue: "facet") == nil && PhotoFormat(rawValue: "jpeg+raw") == nil)
            #expect(PhotoFormat(rawValue: "") == nil)
            #expect(PhotoFormat("raw+facet", among: files.formats) == PhotoFormat(.facet, raw: .dng))
            for format in PhotoFormat.all { #expect(PhotoFormat(rawValue: format.rawValue) == format) }
        }

        /// The photo output refuses what it does not know with an exception.
        @Test func anOutputIsAskedWhetherItMakesTheFiles() throws {
            let output = AVCapturePhotoOutput()
            #expect(
                CaptureCapabilities.photoFormats(of: output, among: [.facet, .heif, .heic, .jpeg]).map(\.rawValue)
                    == ["heic", "jpeg"])
            // Without a camera there are no RAW data.
            #expect(CaptureCapabilities.photoFormats(of: output) == PhotoFormat.all.filter { !$0.hasRaw })
            let session = AVCaptureSession()
            session.addInput(try AVCaptureDeviceInput(device: #require(AVCaptureDevice(uniqueID: "simulated:back"))))
            session.addOutput(output)
            #expect(CaptureCapabilities.photoFormats(of: output) == PhotoFormat.all)
            #expect(CaptureCapabilities.photoFormats(of: output, among: files) == Self.known.formats)
        }

        private func problem(_ format: PhotoFormat, _ offered: [PhotoFormat]) -> String? {
            var (capabilities, features) = (CaptureCapabilities(), PhotoFeatures())
            capabilities.photoFormats = offered
            features.format = format
            let error = #expect(throws: CameraError.self) {
                try FeatureCheck(capabilities: capabilities, name: "The camera").check(features)
            }
            return error?.description
        }

        @Test func aFormatThatACameraLacksIsNamed() throws {
            #expect(
                problem(PhotoFormat(.facet), Self.known.formats)
                    == "The camera takes no photos in the format Facet; choose one of these: JPEG, HEIC, RAW, "
                    + "RAW + JPEG, RAW + HEIC.")
            #expect(
                problem(PhotoFormat(.mosaic), PhotoFormat.all)?.hasPrefix(
                    "The camera takes no photos in the format Mosaic;") == true)
            #expect(
                problem(PhotoFormat(.jpeg, raw: .dng), [.jpeg])?.hasPrefix(
                    "The camera does not deliver its sensor's raw data;") == true)
        }

        @Test func theNearestFormatIsThePictureAlone() {
            var (capabilities, features) = (CaptureCapabilities(), PhotoFeatures())
            func limited(_ format: PhotoFormat, to offered: [PhotoFormat]) -> PhotoFormat {
                (capabilities.photoFormats, features.format) = (offered, format)
                return features.limited(to: capabilities).format
            }
            let pictures = [PhotoFile.heic, .facet].formats
            #expect(limited(PhotoFormat(.facet, raw: .mosaic), to: pictures) == PhotoFormat(.facet))
            #expect(limited(PhotoFormat(.facet), to: pictures) == PhotoFormat(.facet))
            #expect(limited(PhotoFormat(.facet), to: [.jpeg]) == .jpeg)
            // There is no JPEG to fall back on.
            #expect(limited(PhotoFormat(.dng), to: pictures) == PhotoFormat(.heic))
            #expect(limited(PhotoFormat(.dng), to: []) == PhotoFormat(.dng))
        }

        @Test func whatNeedsAPictureFollowsThePicture() {
            var capabilities = CaptureCapabilities()
            capabilities.isLivePhotoCaptureSupported = true
            capabilities.isConstantColorSupported = true
            capabilities.photoFormats = files.formats
            func limited(_ format: PhotoFormat) -> PhotoFeatures {
                var features = PhotoFeatures()
                features.format = format
                features.isLivePhotoEnabled = true
                features.hasConstantColor = true
                return features.limited(to: capabilities)
            }
            #expect(limited(PhotoFormat(.facet)).isLivePhotoEnabled && limited(PhotoFormat(.facet)).hasConstantColor)
            #expect(!limited(PhotoFormat(.mosaic)).isLivePhotoEnabled)
            let both = limited(PhotoFormat(.facet, raw: .mosaic))
            #expect(both.isLivePhotoEnabled && !both.hasConstantColor)
        }
    }
}
