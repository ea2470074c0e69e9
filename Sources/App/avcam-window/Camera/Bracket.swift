import AVCamCore
import GtkSupport

/// The exposures of a bracket, as a menu offers them.
struct Bracket {
    /// Those of most cameras.
    static let usual = [Bracket([-1, 0, 1]), Bracket([-2, 0, 2]), Bracket([-2, -1, 0, 1, 2])]

    /// In EV; empty for a single photo.
    let exposures: [Float]

    init(_ exposures: [Float]) { self.exposures = exposures }

    /// - Parameter word: see ``word``.
    init?(word: String) {
        let numbers = word.split(separator: ",").map { Float($0) }
        guard !numbers.contains(nil) else { return nil }
        self.init(numbers.compactMap(\.self))
    }

    /// As the command line takes it, `-1.0,0.0,1.0`; empty for none.
    var word: String { exposures.map(\.description).joined(separator: ",") }

    /// `−1, 0, +1`.
    var label: String {
        if exposures.isEmpty { return pgettext("bracket", "Off") }
        return LocalText.inOrder(exposures.map { MediaText.exposureBias(Double($0)) ?? "0" }.joined(separator: ", "))
    }
}
