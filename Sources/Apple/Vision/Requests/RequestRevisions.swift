import Foundation

// The revisions of requests that programs ask for by name. Linux: all revisions of a request do the same; the newest is
// the usual one, as on Apple's systems.

public let VNDetectBarcodesRequestRevision1 = 1
public let VNDetectBarcodesRequestRevision2 = 2
public let VNDetectBarcodesRequestRevision3 = 3
public let VNDetectBarcodesRequestRevision4 = 4

public let VNDetectRectanglesRequestRevision1 = 1
public let VNDetectContourRequestRevision1 = 1
public let VNTranslationalImageRegistrationRequestRevision1 = 1
public let VNHomographicImageRegistrationRequestRevision1 = 1

public let VNDetectFaceRectanglesRequestRevision1 = 1
public let VNDetectFaceRectanglesRequestRevision2 = 2
public let VNDetectFaceRectanglesRequestRevision3 = 3

public let VNRecognizeTextRequestRevision1 = 1
public let VNRecognizeTextRequestRevision2 = 2
public let VNRecognizeTextRequestRevision3 = 3

public let VNTrackObjectRequestRevision1 = 1
public let VNTrackObjectRequestRevision2 = 2
public let VNTrackRectangleRequestRevision1 = 1
public let VNDetectTextRectanglesRequestRevision1 = 1
public let VNDetectDocumentSegmentationRequestRevision1 = 1
public let VNDetectFaceLandmarksRequestRevision1 = 1
public let VNDetectFaceLandmarksRequestRevision2 = 2
public let VNDetectFaceLandmarksRequestRevision3 = 3
public let VNDetectHumanBodyPoseRequestRevision1 = 1
public let VNDetectHumanHandPoseRequestRevision1 = 1
public let VNGeneratePersonSegmentationRequestRevision1 = 1
public let VNCoreMLRequestRevision1 = 1
