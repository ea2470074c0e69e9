import CaptureEngine
import DeviceKinds
import Foundation

/// How the program's interface stands: it follows the body, and keeps its orientation while the body lies flat.
///
/// A machine that does not know how it is held counts as one that lies on its side, as the pictures of webcams are
/// upright then.
@MainActor
package final class InterfaceTurn {
    package static let current = InterfaceTurn(world: .current)

    package private(set) var orientation: UIInterfaceOrientation
    /// Called before and after it has changed.
    package var willChange: (() -> Void)?
    package var didChange: (() -> Void)?
    private var observations: [SurroundingsObservation] = []

    package init(world: CaptureWorld) {
        let held = world.surroundings.lazy.compactMap(\.orientation).first
        orientation = held.map { UIInterfaceOrientation(UIDeviceOrientation($0)) ?? .portrait } ?? .landscapeRight
        observations = world.observe { [weak self] event, _ in
            guard case .turned(let body) = event else { return }
            Task { @MainActor in self?.turn(to: UIDeviceOrientation(body)) }
        }
    }

    private func turn(to body: UIDeviceOrientation) {
        guard let new = UIInterfaceOrientation(body), new != orientation else { return }
        willChange?()
        orientation = new
        didChange?()
    }
}

extension UIInterfaceOrientation {
    /// - Returns: `nil` for a body that lies flat.
    init?(_ body: UIDeviceOrientation) {
        guard body.isValidInterfaceOrientation else { return nil }
        self.init(rawValue: body.rawValue)
    }
}
