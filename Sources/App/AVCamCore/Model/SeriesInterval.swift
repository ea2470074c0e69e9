/// The time from one photo of a series to the next.
package enum SeriesInterval: Int, Codable, CaseIterable, Sendable {
    /// A press takes one photo.
    case off = 0
    case one = 1
    case two = 2
    case five = 5
    case ten = 10
    case thirty = 30
    case sixty = 60

    package var seconds: Int { rawValue }
}

/// The progress of a series.
package struct SeriesProgress: Sendable, Equatable {
    /// How many photos have been taken; each exposure of a bracket is one.
    package var count = 0
    /// Whether the person has ended it: the last photos are being saved.
    package var isEnding = false

    package init(count: Int = 0) {
        self.count = count
    }
}
