/// The kind of AAC, as a decoder is told. Source: Apple, MPEG4ObjectID.
public enum MPEG4ObjectID: Int, Sendable {
    case AAC_Main = 1
    case AAC_LC = 2
    case AAC_SSR = 3
    case AAC_LTP = 4
    case AAC_SBR = 5
    case aac_Scalable = 6
    case twinVQ = 7
    case CELP = 8
    case HVXC = 9
}
