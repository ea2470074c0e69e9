import Testing
import SwiftUI

@Suite struct SwiftUITests {}
