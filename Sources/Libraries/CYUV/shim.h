#include <libyuv.h>

/* The matrices are C globals that Swift would copy to an unaligned place before passing their address; libyuv's vector
   code loads them in place. */
static inline const struct YuvConstants *cyuv_video_range_constants(int matrix) {
    return matrix == 601 ? &kYuvI601Constants : matrix == 709 ? &kYuvH709Constants : &kYuv2020Constants;
}

static inline const struct YuvConstants *cyuv_full_range_constants(int matrix) {
    return matrix == 601 ? &kYuvJPEGConstants : matrix == 709 ? &kYuvF709Constants : &kYuvV2020Constants;
}
