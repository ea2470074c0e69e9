import Testing
import UIKitCore

@Suite struct UIKitCoreTests {}
