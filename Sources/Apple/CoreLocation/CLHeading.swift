import Foundation

/// Where a device points. Source: Apple, CLHeading.
///
/// Linux: there is none; compasses are not read.
open class CLHeading: NSObject, @unchecked Sendable {  // nothing in it changes
    /// From the magnetic north pole.
    public let magneticHeading: CLLocationDirection
    /// From the geographic north pole; negative if it is not known.
    public let trueHeading: CLLocationDirection
    /// In degrees; negative if the heading is not valid.
    public let headingAccuracy: CLLocationDirection
    public let timestamp: Date

    init(magnetic: CLLocationDirection, geographic: CLLocationDirection, accuracy: CLLocationDirection, at time: Date) {
        (magneticHeading, trueHeading, headingAccuracy, timestamp) = (magnetic, geographic, accuracy, time)
    }
}
