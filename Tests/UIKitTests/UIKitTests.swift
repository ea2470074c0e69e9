import Testing
import UIKit

@Suite struct UIKitTests {}
