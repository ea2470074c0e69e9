/// What a person does with the Camera Control, or with its picture in a window.
package enum CameraControlTouch: Sendable, Equatable {
    /// Shows the control that was used last; puts it away when it is shown.
    case lightPress
    /// Shows the list of all controls.
    case doubleLightPress
    /// Along the button, by a part of its length; negative is to the left.
    case slide(Double)
    /// Puts everything away.
    case leave
}
