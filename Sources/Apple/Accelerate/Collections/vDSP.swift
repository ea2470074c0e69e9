/// Arithmetic of vectors: of arrays, their slices and buffers. Vectors that are computed with each other have to be equally
/// long, and so does a result. Source: Apple, vDSP (enumeration).
public enum vDSP {}
