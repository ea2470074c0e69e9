/// What the Camera Control has on the screen, where the app draws it.
package struct ControlsPicture: Sendable, Equatable {
    package struct Control: Sendable, Equatable {
        package var title: String
        /// A name from Apple's symbol library.
        package var symbolName: String
        /// For people.
        package var value: String
        /// From 0, the left end of its scale, to 1.
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
    /// The place of the one that is shown or chosen.
    package var index: Int
    /// Whether one of all is being chosen; otherwise one is adjusted.
    package var isList: Bool

    package init(controls: [Control], index: Int, isList: Bool) {
        self.controls = controls
        self.index = index
        self.isList = isList
    }
}
