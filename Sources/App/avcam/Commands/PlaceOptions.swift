import ArgumentParser
import AVCamCore
import CoreLocation

/// The place that photos and movies get in their files.
struct PlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Write this place into the files: latitude and longitude in degrees and, if known, altitude in meters, such as"
                + " 48.1372,11.5756,519. here asks the machine. Default: none.", valueName: "place"),
        transform: TypedPlace.init(argument:))
    var location: TypedPlace?

    /// - Throws: ``Failure`` if the machine does not say where it is.
    func place() async throws -> CapturePlace? {
        switch location {
        case nil: return nil
        case .place(let place): return place
        case .here: break
        }
        let remedy = "give the place, such as --location 48.1372,11.5756"
        do {
            return try await CapturePlace.here(timeout: .seconds(30))
        } catch let error as CLError where error.code == .denied {
            throw Failure(
                .noPermission,
                "avcam is not allowed to know its place, or GeoClue is not installed; allow it in GeoClue's"
                    + " configuration, or \(remedy).")
        } catch is CLError {
            throw Failure(.unavailable, "The place of this machine could not be determined; \(remedy).")
        }
    }
}

/// A place as people type it, or the word `here` for the machine's.
enum TypedPlace {
    case here
    case place(CapturePlace)

    /// In meters: from the deepest sea to above where airplanes fly.
    private static let altitudes = -12_000.0...100_000

    init(argument: String) throws {
        if argument == "here" {
            self = .here
            return
        }
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let numbers: [Double] = words.compactMap { DecimalNumber.value($0) }
        guard numbers.count == words.count, (2...3).contains(numbers.count) else {
            throw ValidationError(
                "use degrees of latitude and longitude, such as 48.1372,11.5756, and meters of altitude after them if known;"
                    + " or here.")
        }
        guard (-90...90).contains(numbers[0]) else {
            throw ValidationError("the latitude, which comes first, is from -90 to 90 degrees.")
        }
        guard (-180...180).contains(numbers[1]) else {
            throw ValidationError("the longitude is from -180 to 180 degrees.")
        }
        if numbers.count == 3, !Self.altitudes.contains(numbers[2]) {
            throw ValidationError("the altitude is from -12000 to 100000 meters.")
        }
        self = .place(
            CapturePlace(
                latitude: numbers[0], longitude: numbers[1], altitude: numbers.count == 3 ? numbers[2] : nil))
    }
}
