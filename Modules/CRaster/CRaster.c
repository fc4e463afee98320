#include "CRaster.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The calls used, as librsvg 2.46 and later, cairo 1 and GLib 2 declare them. */
struct error {
    uint32_t domain;
    int code;
    char *message;
};
struct rectangle {
    double x, y, width, height;
};
enum { FORMAT_ARGB32 = 0, STATUS_SUCCESS = 0, STATUS_NO_MEMORY = 1 };
typedef int (*sink)(void *closure, const unsigned char *bytes, unsigned int count);

struct library {
    void *(*read)(const uint8_t *, size_t, struct error **);
    int (*draw)(void *, void *, const struct rectangle *, struct error **);
    void (*release)(void *);
    void *(*new_surface)(int, int, int);
    int (*surface_status)(void *);
    void (*free_surface)(void *);
    void *(*new_context)(void *);
    void (*free_context)(void *);
    int (*write)(void *, sink, void *);
};

static int find(struct library *library, char *problem, size_t room) {
    void *opened = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!opened) {
        snprintf(problem, room, "%s", dlerror());
        return 0;
    }
    struct {
        const char *name;
        void *place;
    } calls[] = {
        {"rsvg_handle_new_from_data", &library->read},
        {"rsvg_handle_render_document", &library->draw},
        {"g_object_unref", &library->release},
        {"cairo_image_surface_create", &library->new_surface},
        {"cairo_surface_status", &library->surface_status},
        {"cairo_surface_destroy", &library->free_surface},
        {"cairo_create", &library->new_context},
        {"cairo_destroy", &library->free_context},
        {"cairo_surface_write_to_png_stream", &library->write},
    };
    for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
        void *call = dlsym(opened, calls[index].name);
        if (!call) {
            snprintf(problem, room, "librsvg has no %s", calls[index].name);
            return 0;
        }
        memcpy(calls[index].place, &call, sizeof call);
    }
    return 1;
}

static int append(void *closure, const unsigned char *bytes, unsigned int count) {
    struct dayline_png *png = closure;
    uint8_t *grown = realloc(png->bytes, png->count + count);
    if (!grown) return STATUS_NO_MEMORY;
    memcpy(grown + png->count, bytes, count);
    png->bytes = grown;
    png->count += count;
    return STATUS_SUCCESS;
}

static int draw(const struct library *library, const char *svg, size_t count, int width,
                int height, struct dayline_png *png) {
    struct error *error = NULL;
    void *document = library->read((const uint8_t *)svg, count, &error);
    if (!document) {
        snprintf(png->problem, sizeof png->problem, "%s", error ? error->message : "unreadable");
        return 0;
    }
    void *surface = library->new_surface(FORMAT_ARGB32, width, height);
    void *context = library->new_context(surface);
    struct rectangle all = {0, 0, width, height};
    int drawn = library->surface_status(surface) == STATUS_SUCCESS
        && library->draw(document, context, &all, &error)
        && library->write(surface, append, png) == STATUS_SUCCESS;
    if (!drawn) {
        snprintf(png->problem, sizeof png->problem, "%s",
                 error ? error->message : "there is no memory for a picture of this size");
    }
    library->free_context(context);
    library->free_surface(surface);
    library->release(document);
    return drawn;
}

int dayline_png_draw(const char *svg, size_t count, int width, int height,
                     struct dayline_png *png) {
    memset(png, 0, sizeof *png);
    struct library library;
    if (!find(&library, png->problem, sizeof png->problem)) return 1;
    return draw(&library, svg, count, width, height, png) ? 0 : 2;
}

void dayline_png_free(struct dayline_png *png) {
    free(png->bytes);
    memset(png, 0, sizeof *png);
}
