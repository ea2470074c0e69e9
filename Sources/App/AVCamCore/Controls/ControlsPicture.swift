/// What the Camera Control shows on the screen, on systems where the app draws it.
package struct ControlsPicture: Sendable, Equatable {
    package struct Control: Sendable, Equatable {
        package var title: String
        /// A name from Apple's symbol library.
        package var symbolName: String
        /// The value as people read it.
        package var value: String
        /// The position on the scale: 0 is its left end, 1 its right end.
        package var position: Double
        package var isEnabled: Bool

        package init(title: String, symbolName: String, value: String, position: Double, isEnabled: Bool) {
            self.title = title
            self.symbolName = symbolName
            self.value = value
            self.position = position
            self.isEnabled = isEnabled
        }
    }

    package var controls: [Control]
    /// The index of the control that is shown or chosen.
    package var index: Int
    /// Whether a control is being chosen from the list; otherwise one is being adjusted.
    package var isList: Bool

    package init(controls: [Control], index: Int, isList: Bool) {
        self.controls = controls
        self.index = index
        self.isList = isList
    }
}
