@_exported import Combine
@_exported import CoreImage
@_exported import Foundation
@_exported import FoundationNetworking
@_exported import MissingGraphics
@_exported import QuartzCore
@_exported import UIKit
@_exported import UIKitCore
