import UIKitCore

/// The pictures of one part of a control, by the states that they are for.
struct StateImages {
    private var images: [UInt: UIImage] = [:]

    subscript(state: UIControl.State) -> UIImage? {
        get { images[state.rawValue] }
        set { images[state.rawValue] = newValue }
    }

    var isEmpty: Bool { images.isEmpty }

    /// What a state has, else what the normal one has.
    func current(in state: UIControl.State) -> UIImage? { self[state.subtracting(.focused)] ?? self[.normal] }

    /// The height of the tallest one, in points; 0 without any.
    var height: CGFloat { images.values.map(\.size.height).max() ?? 0 }
}
