// The names by which apps ask whether there is a device of Metal's. There is none.

/// A device that computes and draws. Source: Apple, MTLDevice. Linux: nobody makes one.
public protocol MTLDevice: AnyObject, Sendable {
    var name: String { get }
    /// `nil` if there are too many queues.
    func makeCommandQueue() -> (any MTLCommandQueue)?
}

/// What a device does, in order. Source: Apple, MTLCommandQueue. Linux: nobody makes one.
public protocol MTLCommandQueue: AnyObject, Sendable {
    var device: any MTLDevice { get }
}

/// Source: Apple, MTLCreateSystemDefaultDevice. Linux: always `nil`, as on an Apple system without such a device.
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { nil }

/// Source: Apple, MTLCopyAllDevices. Linux: always empty.
public func MTLCopyAllDevices() -> [any MTLDevice] { [] }
