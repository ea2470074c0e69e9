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
        let files = outputFiles
        for file in files { try file.check() }
        let library = MediaLibrary()
        if files.isEmpty, let obstacle = library.obstacle { throw obstacle }
        let device = try camera.device()
        let service = CaptureService()
        // The library opens while the camera starts.
        async let isPrepared: Void = files.isEmpty ? library.prepare() : ()
        try await service.start(CaptureSetup(camera: device, mode: .photo))
        await isPrepared
        var taken: [Report.Photo] = []
        for index in 0..<count {
            let photo = try await service.capturePhoto()
            let path = try await save(photo, to: files.isEmpty ? nil : files[index], library)
            taken.append(Report.Photo(photo, path: path))
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

    /// One for each photo; none when they go into the library.
    private var outputFiles: [OutputFile] {
        guard let output else { return [] }
        if count == 1 { return [OutputFile(path: output, force: force)] }
        let name = output.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let suffix = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        let stem = output.dropLast(suffix.count)
        return (1...count).map { OutputFile(path: "\(stem)-\($0)\(suffix)", force: force) }
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
