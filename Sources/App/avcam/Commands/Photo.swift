import ArgumentParser
import AVCamCore
import AVCamLinux
import AVFoundation
import Foundation
import Photos

/// `avcam photo`: gets from the start of the process to the file as fast as the camera allows.
struct Photo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo", _superCommandName: "avcam",
        abstract: "Takes a photo and prints where it is.",
        usage: "avcam photo [<options>]",
        discussion: """
            With -o FILE, the files of one photo get the same name: photo.dng beside photo.jpg for RAW, photo.mov for the \
            movie of a Live Photo. In the library they are one item. Several photos become photo-1.jpg, photo-2.jpg and so \
            on. Ctrl-C ends a series after the photo that is being made.
            """)

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The file to write (\(PhotoFiles.extensions)); - is standard output. Default: into the photo library.",
            valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp("The album to add the photo to, made if it is missing.", valueName: "name"),
        transform: AlbumName.init(argument:))
    var album: AlbumName?

    @OptionGroup var camera: CameraOptions
    @OptionGroup var photo: PhotoOptions
    @OptionGroup var place: PlaceOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many times to take a photo, as fast as the camera can unless --interval says otherwise. Default: 1.",
            valueName: "n"))
    var count: TypedNumber?

    @Option(parsing: .unconditional, help: ArgumentHelp("Seconds from one photo to the next.", valueName: "seconds"))
    var interval: TypedNumber?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Wait this many seconds before the first photo.", valueName: "seconds"))
    var timer: TypedNumber?

    @Option(
        help: ArgumentHelp("The microphone of a Live Photo, or none. Default: as for record.", valueName: "id"))
    var microphone: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @Flag(help: "Print JSON.")
    var json = false

    /// Enough for years of photos; each exposure of a bracket counts as one.
    private static let maximumCount = 1_000_000_000

    func validate() throws {
        let count = try number()
        _ = try seconds(interval, "--interval")
        _ = try seconds(timer, "--timer")
        if interval != nil, count == 1 {
            throw ValidationError("--interval needs --count with 2 or more; leave it out for one photo.")
        }
        try MicrophoneOptions.check(microphone)
        if microphone != nil, !photo.live {
            throw ValidationError("--microphone is for Live Photos; use it with --live, or leave it out.")
        }
        if output != nil, photo.deferred {
            throw ValidationError("--deferred needs the photo library, where the final photo is made; leave out -o.")
        }
        if output != nil, album != nil {
            throw ValidationError("Albums are in the photo library; leave out --album or -o.")
        }
        guard output == "-" else { return }
        if count > 1 { throw ValidationError("Standard output takes only one photo; leave out --count.") }
        if json { throw ValidationError("--json cannot be used when the photo goes to standard output.") }
    }

    /// How many times to take a photo.
    private func number() throws -> Int {
        try count?.value(of: "--count", "from 1 to \(Self.maximumCount)") { (1...Self.maximumCount).contains($0) } ?? 1
    }

    private func seconds(_ time: TypedNumber?, _ option: String) throws -> Double? {
        try time?.value(of: option, "at least 0 and less than 1000000 seconds") { $0 >= 0 && $0 < 1e6 }
    }

    func run() async throws {
        let count = try number()
        let features = try photo.features(named: try output.flatMap(PhotoFiles.file(ofName:)))
        let files = try output.map { output throws(Failure) in
            try PhotoFiles(path: output, features: features, count: count * features.photoCount, force: force)
        }
        try files?.check()
        let library = MediaLibrary(album: album?.title)
        if output == nil, let obstacle = library.obstacle { throw obstacle }
        if features.isLivePhotoEnabled { try TemporaryPlace.check() }
        if features.isDeferred, let obstacle = PHPhotoLibrary.shared().obstacleToDeferring {
            throw Failure(
                .cannotCreate,
                "Photos cannot be kept in \(obstacle.folder) until they are finished, because \(obstacle.reason); name another"
                    + " folder with AVCAM_DEFERRED, or leave out --deferred.")
        }
        let setup = try setup(features)
        try CaptureMemory.check(features, count: count, of: setup.camera)
        let service = CaptureService()
        let end = output == nil ? Self.endAtOnceForLibrary : Self.endAtOnce
        let signals = StopSignals(ending: end)
        let deadline = StopDeadline(signals, ending: end)
        // The library is opened while the camera starts.
        async let isPrepared: Void = output == nil ? library.prepare() : ()
        async let place = place.place()
        try await service.start(setup)
        await isPrepared
        await service.setPlace(try await place)
        var report = PhotoReport(camera: setup.camera.uniqueID)
        defer { if json, !report.photos.isEmpty { report.print() } }
        var (number, waiting) = (0, 0)
        let series = PhotoSeries(
            service: service, setup: setup, count: count, interval: try seconds(interval, "--interval"),
            timer: try seconds(timer, "--timer") ?? 0, signals: signals)
        try await series.run { photo in
            let saved = try await save(photo, files?[number], library, signals)
            deadline.noteProgress()
            number += 1
            if photo.isProxy { waiting += 1 }
            if json {
                report.photos.append(PhotoReport.Photo(photo, files: saved))
            } else if output != "-" {
                for path in saved { Console.print(path) }
            }
            if let problem = photo.livePhotoProblem { throw problem }
        }
        if let sentence = Sentence.aboutPreview(of: setup.camera) { Console.note(sentence) }
        if let sentence = Sentence.aboutDamage(of: setup.camera, setup.microphone) { Console.note(sentence) }
        if waiting > 0 {
            Console.note(
                "\(waiting == 1 ? "The final photo is" : "The final photos are") made by avcam library process.")
        }
    }

    /// Called at a second signal, or when saving takes too long. The library adds complete photos at its next use.
    @Sendable private static func endAtOnceForLibrary() -> String {
        if Console.isErrorTerminal { Console.note("") }
        return
            "Ended at once; a photo that was complete is in the library when it is next used, and any other is lost."
    }

    /// The same for a named file. One without its final name is not a photo yet.
    @Sendable private static func endAtOnce() -> String {
        if Console.isErrorTerminal { Console.note("") }
        let isPartWritten = PartialFiles.removeAll() > 0
        return "Ended at once; "
            + (isPartWritten ? "a photo that was being written is removed" : "no file is left half written")
            + ", and what had not been saved is lost."
    }

    private func setup(_ features: PhotoFeatures) throws -> CaptureSetup {
        let device = try camera.device()
        var setup = CaptureSetup(camera: device, mode: .photo, features: features)
        if features.isLivePhotoEnabled { setup.microphone = try MicrophoneOptions.device(microphone, for: device) }
        return setup
    }

    /// - Returns: the paths of the photo's files, the picture first.
    private func save(
        _ photo: AVCamCore.Photo, _ files: PhotoFiles.Names?, _ library: MediaLibrary, _ signals: StopSignals
    ) async throws -> [String] {
        defer { if let movie = photo.livePhotoMovieURL { unlink(movie.path) } }
        if let files { return try files.write(photo, until: signals) }
        return try await library.save(photo).urls.map(\.path)
    }
}
