// A sound library that succeeds and has nothing to say: loaded before a program's libraries, it is a card with one microphone
// whose names are NULL. NULL_SOUND names the function that also gives nothing: what it should allocate or open is NULL.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static char something;

static int give(void **result, const char *function) {
    const char *nothing = getenv("NULL_SOUND");
    *result = nothing && strcmp(nothing, function) == 0 ? NULL : &something;
    return 0;
}

#define GIVES(name, ...) int name(void **result, ##__VA_ARGS__) { return give(result, #name); }
#define SUCCEEDS(name) int name(void) { return 0; }
#define NOTHING(name) const char *name(void) { return NULL; }

GIVES(snd_ctl_open, const char *name, int mode)
GIVES(snd_pcm_open, const char *name, int stream, int mode)
GIVES(snd_ctl_card_info_malloc)
GIVES(snd_ctl_elem_list_malloc)
GIVES(snd_pcm_info_malloc)
GIVES(snd_pcm_hw_params_malloc)
GIVES(snd_pcm_sw_params_malloc)
GIVES(snd_pcm_status_malloc)
GIVES(snd_config_update_ref)
SUCCEEDS(snd_config_unref)
SUCCEEDS(snd_config_delete)
SUCCEEDS(snd_ctl_close)
SUCCEEDS(snd_ctl_card_info)
SUCCEEDS(snd_ctl_pcm_info)
SUCCEEDS(snd_ctl_elem_list)
SUCCEEDS(snd_ctl_elem_list_alloc_space)
SUCCEEDS(snd_ctl_elem_list_free_space)
SUCCEEDS(snd_pcm_info_set_device)
SUCCEEDS(snd_pcm_info_set_subdevice)
SUCCEEDS(snd_pcm_info_set_stream)
SUCCEEDS(snd_ctl_card_info_free)
SUCCEEDS(snd_ctl_elem_list_free)
SUCCEEDS(snd_pcm_info_free)
SUCCEEDS(snd_pcm_hw_params_free)
SUCCEEDS(snd_pcm_sw_params_free)
SUCCEEDS(snd_pcm_status_free)
SUCCEEDS(snd_pcm_close)
SUCCEEDS(snd_pcm_drop)
SUCCEEDS(snd_pcm_hw_params_any)
SUCCEEDS(snd_pcm_hw_params_set_access)
SUCCEEDS(snd_pcm_hw_params_set_format)
SUCCEEDS(snd_pcm_hw_params_set_channels_near)
SUCCEEDS(snd_pcm_hw_params_set_rate_near)
SUCCEEDS(snd_pcm_hw_params_set_buffer_size_near)
SUCCEEDS(snd_pcm_hw_params_set_period_size_near)
SUCCEEDS(snd_pcm_hw_params)
SUCCEEDS(snd_pcm_sw_params_current)
SUCCEEDS(snd_pcm_sw_params_set_avail_min)
SUCCEEDS(snd_pcm_sw_params_set_tstamp_mode)
SUCCEEDS(snd_pcm_sw_params_set_tstamp_type)
SUCCEEDS(snd_pcm_sw_params)
NOTHING(snd_ctl_card_info_get_driver)
NOTHING(snd_ctl_card_info_get_name)
NOTHING(snd_ctl_card_info_get_id)
NOTHING(snd_pcm_info_get_name)
NOTHING(snd_ctl_elem_list_get_name)
NOTHING(snd_strerror)

// The configuration is the program's own question too, and the library would look through the cards for it: it answers null names
// with a crash of its own.
int snd_config_search_definition(void *top, const char *base, const char *name, void **result) {
    return give(result, "snd_config_search_definition");
}

int snd_config_search(void *config, const char *key, void **result) { return give(result, "snd_config_search"); }

int snd_config_get_string(const void *config, const char **text) {
    *text = NULL;
    return 0;
}

// An error that has no name here, so that words are asked for.
int snd_pcm_start(void *pcm) { return -77; }

unsigned snd_ctl_elem_list_get_used(void *list) { return 1; }

int snd_card_next(int *card) {
    *card = *card < 0 ? 0 : -1;
    return 0;
}

int snd_ctl_pcm_next_device(void *control, int *device) {
    *device = *device < 0 ? 0 : -1;
    return 0;
}
