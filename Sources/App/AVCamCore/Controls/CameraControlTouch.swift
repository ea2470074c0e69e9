/// What a person does with the Camera Control, or with its picture in a window.
package enum CameraControlTouch: Sendable, Equatable {
    /// Shows the control used last; hides it when it is shown.
    case lightPress
    /// Shows the list of all controls.
    case doubleLightPress
    /// A slide along the button, as a fraction of its length; negative is to the left.
    case slide(Double)
    /// Hides everything.
    case leave
}
