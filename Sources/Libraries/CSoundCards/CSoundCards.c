#include "CSoundCards.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include <sound/asound.h>

int sound_card_about(int descriptor, sound_card *card) {
    struct snd_ctl_card_info about = {0};
    if (ioctl(descriptor, SNDRV_CTL_IOCTL_CARD_INFO, &about) < 0) return -errno;
    memset(card, 0, sizeof *card);
    memcpy(card->id, about.id, sizeof about.id);
    memcpy(card->driver, about.driver, sizeof about.driver);
    memcpy(card->name, about.name, sizeof about.name);
    return 0;
}

int sound_card_next_device(int descriptor, int *device) {
    return ioctl(descriptor, SNDRV_CTL_IOCTL_PCM_NEXT_DEVICE, device) < 0 ? -errno : 0;
}

int sound_card_capture(int descriptor, int device, sound_name *name) {
    struct snd_pcm_info about = {0};
    about.device = (unsigned)device;
    about.stream = SNDRV_PCM_STREAM_CAPTURE;
    if (ioctl(descriptor, SNDRV_CTL_IOCTL_PCM_INFO, &about) < 0) return -errno;
    memset(name, 0, sizeof *name);
    memcpy(name->text, about.name, sizeof about.name);
    return 0;
}
