import AVFoundation
import Foundation
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// What files say about how they were made, as read by exiftool.
    @Suite struct PhotoFactsTests {
        enum Kind: CaseIterable {
            case jpeg, heic, raw
        }

        private static func settings(_ kind: Kind, _ output: AVCapturePhotoOutput) throws -> AVCapturePhotoSettings {
            switch kind {
            case .jpeg: AVCapturePhotoSettings()
            case .heic: .heic
            case .raw:
                AVCapturePhotoSettings(
                    rawPixelFormatType: try #require(output.availableRawPhotoPixelFormatTypes.first))
            }
        }

        @Test("the app's metadata and the camera's are in the file", arguments: Kind.allCases)
        func merged(kind: Kind) throws {
            let studio = try PhotoStudio()
            let settings = try Self.settings(kind, studio.output)
            settings.metadata = [
                "{TIFF}": ["Artist": "Ada"], "{Exif}": ["UserComment": "A pier"],
                "{GPS}": [
                    "Latitude": 33.8568, "LatitudeRef": "S", "Longitude": 151.2153, "LongitudeRef": "E",
                    "Altitude": 12.5, "AltitudeRef": 0,
                ],
            ]
            let photo = try studio.photo(settings)
            let file = try photo.fileMetadata()
            #expect(file["IFD0:Artist"] as? String == "Ada")
            #expect(file["ExifIFD:UserComment"] as? String == "A pier")
            #expect(file["IFD0:Make"] as? String == studio.camera.manufacturer)
            #expect(file["IFD0:Model"] as? String == studio.camera.localizedName)
            #expect(file["ExifIFD:ISO"] as? Int == 50)
            #expect(abs((file["ExifIFD:ExposureTime"] as? Double ?? 0) - 1.0 / 120) < 1e-4)
            #expect(file["ExifIFD:FNumber"] as? Double == Double(studio.camera.lensAperture).rounded(toPlaces: 2))
            // 69 degrees from side to side.
            #expect(file["ExifIFD:FocalLengthIn35mmFormat"] as? Int == 26)
            // The south is negative once the reference is taken into account.
            #expect(abs((file["Composite:GPSLatitude"] as? Double ?? 0) + 33.8568) < 1e-5)
            #expect(abs((file["Composite:GPSLongitude"] as? Double ?? 0) - 151.2153) < 1e-5)
            #expect(file["GPS:GPSAltitude"] as? Double == 12.5)
            let own = photo.metadata["{TIFF}"] as? [String: Any]
            #expect(own?["Artist"] as? String == "Ada")
            #expect((photo.metadata["{GPS}"] as? [String: Any])?["LatitudeRef"] as? String == "S")
        }

        @Test("a file is valid and says when it was taken", arguments: [Kind.jpeg, .heic])
        func dates(kind: Kind) throws {
            let studio = try PhotoStudio()
            let before = Date()
            let photo = try studio.photo(try Self.settings(kind, studio.output))
            let after = Date()
            let (file, folder) = try photo.file()
            try withExtendedLifetime(folder) {
                #expect(try ImageProbe.validation(of: file) == "OK")
                let text = try Tool.output(
                    "exiftool", ["-s3", "-d", "%s", "-SubSecDateTimeOriginal", file.path])
                let seconds = Double(
                    String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
                let taken = try #require(seconds)
                // EXIF has whole seconds, and the frame may be a little older than the press.
                #expect(taken >= before.timeIntervalSince1970 - 1.1 && taken <= after.timeIntervalSince1970)
            }
        }

        @Test("a customizer replaces the metadata and nothing else", arguments: [Kind.jpeg, .heic])
        func customizer(kind: Kind) throws {
            final class Customizer: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
                func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? {
                    ["{TIFF}": ["Artist": "Ada"]]
                }
            }
            let studio = try PhotoStudio()
            studio.output.connection(with: .video)?.videoRotationAngle = 180
            let photo = try studio.photo(try Self.settings(kind, studio.output))
            let data = try #require(photo.fileDataRepresentation(with: Customizer()))
            let folder = try TemporaryFolder()
            let metadata = try ImageProbe.metadata(of: try folder.file("photo", contents: data))
            #expect(metadata["IFD0:Artist"] as? String == "Ada" && metadata["IFD0:Model"] == nil)
            #expect(metadata["IFD0:Orientation"] as? Int == 3)
            let decode = kind == .heic ? ImageProbe.decodeHEIF : ImageProbe.decode(_:)
            let original = try decode(try #require(photo.fileDataRepresentation()))
            #expect(try decode(data).luma.samples == original.luma.samples)
        }

        @Test("a virtual camera's photo tells of the lens that took it", arguments: [1.0, 2.0, 6.0, 9.0])
        func lens(zoom: Double) throws {
            let studio = try PhotoStudio("back-triple")
            try studio.camera.lockForConfiguration()
            studio.camera.videoZoomFactor = zoom
            studio.camera.unlockForConfiguration()
            let name = zoom < 2 ? "back-ultra-wide" : zoom < 6 ? "back" : "back-telephoto"
            #expect(
                eventually(studio.camera, \.activePrimaryConstituent) { $0?.uniqueID == "simulated:" + name })
            // Otherwise the photo may be a frame from before the press.
            studio.output.isZeroShutterLagEnabled = false
            let file = try studio.photo().fileMetadata()
            let (aperture, film, ownZoom): (Double, Int, Double?) =
                switch zoom {
                case 1: (2.4, 13, nil)
                case 2: (1.8, 26, nil)
                case 6: (2.8, 79, nil)
                default: (2.8, 79, 1.5)
                }
            #expect(file["ExifIFD:FNumber"] as? Double == aperture)
            #expect(abs((file["ExifIFD:FocalLengthIn35mmFormat"] as? Int ?? 0) - film) <= 1)
            #expect(file["ExifIFD:DigitalZoomRatio"] as? Double == ownZoom)
        }

        @Test func theLensAndTheLightAreNamedAsThePhoneNamesThem() throws {
            let studio = try PhotoStudio()
            let file = try studio.photo().fileMetadata()
            #expect(file["ExifIFD:LensModel"] as? String == "Simulated Back Camera 4.1mm f/1.8")
            #expect(file["ExifIFD:FocalLength"] as? Double == 4.1)
            // f/1.8, 1/120 s and ISO 50.
            #expect(abs((file["ExifIFD:BrightnessValue"] as? Double ?? 0) - 4.6) < 0.05)
        }

        // MARK: Cameras that compress

        @Test("the camera's own picture is kept, and turned by its metadata", arguments: [0, 90, 180, 270])
        func keptPicture(angle: Int) throws {
            let folder = try TemporaryFolder()
            let original = folder.file("original.jpg")
            try Tool.output(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x480", "-frames:v", "1", "-pix_fmt", "yuvj420p",
                    "-q:v", "2", original.path,
                ])
            let session = AVCaptureSession()
            let output = AVCapturePhotoOutput()
            let camera = try #require(AVCaptureDevice(uniqueID: "file:\(original.path)"))
            session.addInput(try AVCaptureDeviceInput(device: camera))
            session.addOutput(output)
            output.connection(with: .video)?.videoRotationAngle = CGFloat(angle)
            session.startRunning()
            defer { session.stopRunning() }
            let delegate = PhotoCollector()
            output.capturePhoto(
                with: AVCapturePhotoSettings().with { $0.metadata = ["{TIFF}": ["Artist": "Ada"]] }, delegate: delegate)
            let photo = try #require(delegate.finished()?.photos.first)
            let data = try #require(photo.fileDataRepresentation())
            // After the scan's header come the camera's compressed data, byte for byte.
            let scan = Data([0xFF, 0xDA])
            let (mine, theirs) = (data.range(of: scan), try Data(contentsOf: original).range(of: scan))
            #expect(
                try data[#require(mine).lowerBound...] == Data(contentsOf: original)[#require(theirs).lowerBound...])
            let metadata = try photo.fileMetadata()
            #expect(metadata["IFD0:Orientation"] as? Int == [0: 1, 90: 6, 180: 3, 270: 8][angle])
            #expect(metadata["IFD0:Artist"] as? String == "Ada")
        }
    }
}

extension Double {
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let factor = pow(10, Double(places))
        return (self * factor).rounded() / factor
    }
}
