// What the kernel says of its sound cards. alsa-lib's headers and the kernel's define the same names, so these questions are
// in a target of their own.
//
// Every function returns 0 or a negative errno.
//
// Source: Linux, include/uapi/sound/asound.h.
#pragma once

typedef struct {
    char id[17];
    char driver[17];
    char name[33];
} sound_card;

typedef struct {
    char text[81];
} sound_name;

/// SNDRV_CTL_IOCTL_CARD_INFO of an open control node.
int sound_card_about(int descriptor, sound_card *card);

/// SNDRV_CTL_IOCTL_PCM_NEXT_DEVICE: the number after `*device`, -1 for the first one, and -1 after the last one.
int sound_card_next_device(int descriptor, int *device);

/// SNDRV_CTL_IOCTL_PCM_INFO of a device that records: -ENOENT if it only plays.
int sound_card_capture(int descriptor, int device, sound_name *name);
