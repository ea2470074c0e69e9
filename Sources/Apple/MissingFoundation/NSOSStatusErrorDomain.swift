/// The domain of errors whose code is an ``OSStatus``. Source: Apple, NSOSStatusErrorDomain.
public let NSOSStatusErrorDomain = "NSOSStatusErrorDomain"
