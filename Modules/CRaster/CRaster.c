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
    void *(*new_pdf)(sink, void *, double, double);
    void (*end_page)(void *);
    void (*finish)(void *);
    int (*context_status)(void *);
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
        {"cairo_pdf_surface_create_for_stream", &library->new_pdf},
        {"cairo_show_page", &library->end_page},
        {"cairo_surface_finish", &library->finish},
        {"cairo_status", &library->context_status},
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
    struct dayline_file *file = closure;
    uint8_t *grown = realloc(file->bytes, file->count + count);
    if (!grown) return STATUS_NO_MEMORY;
    memcpy(grown + file->count, bytes, count);
    file->bytes = grown;
    file->count += count;
    return STATUS_SUCCESS;
}

static int draw(const struct library *library, const char *svg, size_t count, int width,
                int height, struct dayline_file *png) {
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
                     struct dayline_file *png) {
    memset(png, 0, sizeof *png);
    struct library library;
    if (!find(&library, png->problem, sizeof png->problem)) return 1;
    return draw(&library, svg, count, width, height, png) ? 0 : 2;
}

static int draw_on_page(const struct library *library, void *context,
                        const struct dayline_drawing *drawing, struct dayline_file *pdf) {
    struct error *error = NULL;
    void *document = library->read((const uint8_t *)drawing->svg, drawing->count, &error);
    if (!document) {
        snprintf(pdf->problem, sizeof pdf->problem, "%s", error ? error->message : "unreadable");
        return 0;
    }
    struct rectangle place = {drawing->x, drawing->y, drawing->width, drawing->height};
    int drawn = library->draw(document, context, &place, &error);
    if (!drawn) {
        snprintf(pdf->problem, sizeof pdf->problem, "%s",
                 error ? error->message : "a drawing failed");
    }
    library->release(document);
    return drawn;
}

static int draw_pages(const struct library *library, const struct dayline_drawing *drawings,
                      size_t count, double width, double height, struct dayline_file *pdf) {
    void *surface = library->new_pdf(append, pdf, width, height);
    void *context = library->new_context(surface);
    int drawn = 1;
    for (size_t index = 0; drawn && index < count; index++) {
        if (index > 0 && drawings[index].page > drawings[index - 1].page) {
            library->end_page(context);
        }
        drawn = draw_on_page(library, context, &drawings[index], pdf);
    }
    if (drawn) library->end_page(context);
    if (drawn && library->context_status(context) != STATUS_SUCCESS) {
        snprintf(pdf->problem, sizeof pdf->problem, "there is no memory for the pages");
        drawn = 0;
    }
    library->free_context(context);
    /* The end of the file is written here. */
    library->finish(surface);
    if (drawn && library->surface_status(surface) != STATUS_SUCCESS) {
        snprintf(pdf->problem, sizeof pdf->problem, "there is no memory for the pages");
        drawn = 0;
    }
    library->free_surface(surface);
    return drawn;
}

int dayline_pdf_draw(const struct dayline_drawing *drawings, size_t count, double width,
                     double height, struct dayline_file *pdf) {
    memset(pdf, 0, sizeof *pdf);
    struct library library;
    if (!find(&library, pdf->problem, sizeof pdf->problem)) return 1;
    return draw_pages(&library, drawings, count, width, height, pdf) ? 0 : 2;
}

void dayline_file_free(struct dayline_file *file) {
    free(file->bytes);
    memset(file, 0, sizeof *file);
}
