import ArgumentParser
import AVCamCore
import AVFoundation

/// `avcam photo`: from the start of the process to the file in as little time as the camera permits.
struct Photo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Takes a photo and prints where it is.")

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The file to write; - is standard output. Default: into the photo library.", valueName: "file"))
    var output: String?

    @OptionGroup var camera: CameraOptions

    @Option(help: "How many photos to take; with -o photo.jpg they become photo-1.jpg, photo-2.jpg and so on.")
    var count = 1

    @Flag(help: "Replace a file that exists.")
    var force = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if count < 1 { throw ValidationError("--count must be at least 1, not \(count).") }
        if count > 1 && output == "-" {
            throw ValidationError("Standard output takes one photo only; leave out --count.")
        }
        if json && output == "-" {
            throw ValidationError("--json cannot be used when the photo goes to standard output.")
        }
    }

    func run() async throws {
        // Files after these are checked when they are written.
        for index in 0..<min(count, 1000) { try file(index)?.check() }
        let library = MediaLibrary()
        if output == nil, let obstacle = library.obstacle { throw obstacle }
        let device = try camera.device()
        let service = CaptureService()
        // The library opens while the camera starts.
        async let isPrepared: Void = output == nil ? library.prepare() : ()
        try await service.start(CaptureSetup(camera: device, mode: .photo))
        await isPrepared
        var taken: [Report.Photo] = []
        for index in 0..<count {
            let photo = try await service.capturePhoto()
            let path = try await save(photo, to: file(index), library)
            if json { taken.append(Report.Photo(photo, path: path)) }
            if !json && path != "-" { Console.print(path) }
        }
        if json { try Console.printJSON(Report(camera: device.uniqueID, photos: taken)) }
    }

    private func save(_ photo: AVCamCore.Photo, to file: OutputFile?, _ library: MediaLibrary) async throws -> String {
        if let file {
            try file.write(photo.data)
            return file.path
        }
        return try await library.save(photo).urls.first?.path ?? ""
    }

    /// The file for one of the photos, counted from 0; `nil` when they go into the library.
    private func file(_ index: Int) -> OutputFile? {
        guard let output else { return nil }
        if count == 1 { return OutputFile(path: output, force: force) }
        let name = output.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let suffix = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        let stem = output.dropLast(suffix.count)
        return OutputFile(path: "\(stem)-\(index + 1)\(suffix)", force: force)
    }

    /// What `--json` prints.
    private struct Report: Encodable {
        struct Photo: Encodable {
            var bytes: Int
            var height: Int32
            var path: String
            /// When its frame was captured: seconds of the system's monotonic clock.
            var timestamp: Double
            var width: Int32

            init(_ photo: AVCamCore.Photo, path: String) {
                bytes = photo.data.count
                (width, height) = (photo.dimensions.width, photo.dimensions.height)
                self.path = path
                timestamp = photo.timestamp.seconds
            }
        }

        var camera: String
        var photos: [Photo]
    }
}
