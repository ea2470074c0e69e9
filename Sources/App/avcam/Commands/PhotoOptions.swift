import ArgumentParser
import AVCamCore

/// How a photo should be taken.
struct PhotoOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The files of a photo; raw is the sensor's data as DNG. Default: what the name after -o says, else jpeg.",
            valueName: "format"))
    var format: PhotoFormat?

    @Option(
        help: ArgumentHelp(
            "speed takes one frame; balanced and quality merge several, which lowers the noise and takes longer.",
            valueName: "quality"))
    var quality = PhotoFeatures.Quality.balanced

    @Flag(help: "Take a Live Photo: with a movie from 1.5 seconds before the photo to 1.5 seconds after it.")
    var live = false

    @Option(help: ArgumentHelp("When the flash fires.", valueName: "mode"))
    var flash = FlashMode.off

    @Flag(
        help: """
            Show the colors as in the light of the flash, whatever other light there is. The flash fires; camera and scene \
            have to be still.
            """)
    var constantColor = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Take one photo for each of these exposures, such as -2,0,2: stops of light (EV) from the automatic one.",
            valueName: "ev,ev,…"), transform: Bracket.init(argument:))
    var bracket: Bracket?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The largest size that a photo may have, except for RAW. Default: the camera's largest.", valueName: "wxh"),
        transform: PictureSize.init(argument:))
    var maxDimensions: PictureSize?

    @Flag(help: "Save a first version at once; avcam library process makes the final photo.")
    var deferred = false

    func validate() throws {
        if live, bracket != nil { throw ValidationError("--live and --bracket exclude each other; leave one out.") }
        if live, let format, format.picture == nil {
            throw ValidationError(
                "A Live Photo needs a picture; use --format \(format.withPicture), or leave out --live.")
        }
        if bracket != nil, flash != .off {
            throw ValidationError("A bracket is taken without flash; leave out --flash or --bracket.")
        }
        if constantColor, bracket != nil {
            throw ValidationError("A bracket is taken without flash; leave out --constant-color or --bracket.")
        }
        if constantColor, format?.hasRaw == true {
            throw ValidationError(
                "RAW photos show the light as it is; leave out --constant-color, or use --format jpeg.")
        }
        guard deferred else { return }
        if bracket != nil { throw ValidationError("A bracket cannot be deferred; leave out --deferred or --bracket.") }
        if format?.hasRaw == true {
            throw ValidationError("RAW photos cannot be deferred; leave out --deferred, or use --format jpeg.")
        }
        if quality == .speed {
            throw ValidationError("--quality speed leaves nothing to deferred; leave out --deferred.")
        }
        if flash == .on {
            throw ValidationError("A photo with flash cannot be deferred; leave out --deferred or --flash.")
        }
        if constantColor {
            throw ValidationError("A photo with flash cannot be deferred; leave out --deferred or --constant-color.")
        }
    }

    /// - Parameter named: the format that the extension of the output's name asks for.
    func features(named: PhotoFile?) throws(Failure) -> PhotoFeatures {
        var features = PhotoFeatures(quality: quality)
        features.format = format ?? named.map { PhotoFormat($0) } ?? .jpeg
        if features.format.picture == nil, maxDimensions != nil {
            throw Failure(
                .usage,
                "RAW photos are as large as the sensor; leave out --max-dimensions, or use --format"
                    + " \(features.format.withPicture) for a small picture too.")
        }
        features.isLivePhotoEnabled = live
        features.flashMode = flash
        features.hasConstantColor = constantColor
        features.bracket = bracket?.stops ?? []
        features.maxSize = maxDimensions
        features.isDeferred = deferred
        return features
    }
}

/// Exposures of a bracket in EV: `-2,0,2`.
struct Bracket {
    var stops: [Float]

    init(argument: String) throws {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        stops = words.compactMap { DecimalNumber.value($0) }.filter(\.isFinite)
        if stops.count != words.count { throw ValidationError("use stops of light with commas, such as -2,0,2.") }
    }
}

extension PhotoFormat: ExpressibleByArgument {
    package static var allValueStrings: [String] { all.map(\.rawValue) }

    /// The word for the same RAW data with a picture.
    fileprivate var withPicture: String { raw.map { PhotoFormat(.jpeg, raw: $0).rawValue } ?? rawValue }
}

extension PhotoFeatures.Quality: ExpressibleByArgument {}
extension FlashMode: ExpressibleByArgument {}

extension PictureSize {
    /// `4032x3024`
    fileprivate init(argument: String) throws {
        let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width: Int = DecimalNumber.value(sides[0]),
            let height: Int = DecimalNumber.value(sides[1]), (1...65535).contains(width),
            (1...65535).contains(height)
        else { throw ValidationError("use a width and a height of at most 65535 pixels, such as 4032x3024.") }
        self.init(width: width, height: height)
    }
}
