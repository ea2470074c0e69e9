@_exported import Combine
@_exported import CoreTransferable
@_exported import Foundation
@_exported import MissingGraphics
@_exported import Observation
@_exported import UIKit
@_exported import UniformTypeIdentifiers
