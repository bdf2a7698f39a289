/* What hides a target in one view: by terrain first, and by models then. */

#include "job.h"

/* A part's shadow: the part's number, models' after terrain's; its share of the target, and where its limits begin. */
typedef struct {
    int part, start;
    double share;
} Cast;

static Limits limits;
static Cast *casts;
static int cast_room;
/* how far outside a view each part of a kind lies */
static double *outside;
static int outside_room;

int may_block(const Blocks *blocks, int viewer, int target, int model) {
    if (model == viewer || model == target)
        return 0;
    size_t row = (blocks->viewers > 1 ? viewer : 0) * (size_t)blocks->targets + (blocks->targets > 1 ? target : 0);
    return blocks->may[row * blocks->blockers + (blocks->blockers > 1 ? model : 0)];
}

/* Whether no model blocks for a viewer, whatever the target: then none is looked at. */
static int nobody_blocks(const Blocks *blocks, int viewer) {
    if (blocks->targets > 1)
        return 0;
    const unsigned char *may = blocks->may + (blocks->viewers > 1 ? viewer : 0) * (size_t)blocks->blockers;
    int any = 0;
    for (int model = 0; model < blocks->blockers; model++)
        any |= may[model];
    return !any;
}

/* How far outside the triangle from the eye to the target in plan a disc lies; negative where it reaches into it. */
static inline double how_far_outside(const View *view, double x, double y, double reach, double slope, double widened) {
    double s = view->ahead_x * x + view->ahead_y * y, v = view->ahead_x * y - view->ahead_y * x;
    double aside = magnitude(v) - slope * s - reach * widened;
    return most(aside, most(-s, s - view->length) - reach);
}

/* Whether a cylinder reaches into the triangle from the eye to the target in plan, and neither over nor under it;
   too many by `SPARE_IN`, never too few. slope: of the triangle's sides; widened: how long a side is for its length
   ahead. */
int may_hide(const View *view, const Cylinder *one, double slope, double widened) {
    double s = view->ahead_x * one->x + view->ahead_y * one->y;
    if (!(how_far_outside(view, one->x, one->y, one->reach, slope, widened) < 0))
        return 0;
    double begin = most((s - one->reach) / view->length, 0), end = least((s + one->reach) / view->length, 1);
    return one->top > least(begin * view->bottom, end * view->bottom) &&
           one->bottom < most(begin * view->top, end * view->top);
}

/* How far outside a view in plan the cylinders of parts lie: in rows, so that several are done at one go. */
static void look_past(const View *view, const Parts *parts, double slope, double widened) {
    const double *x = parts->cylinder, *y = x + parts->stride, *reach = y + parts->stride;
    outside = grown(outside, parts->stride, &outside_room, sizeof(double));
    for (int part = 0; part < parts->stride; part++)
        outside[part] =
            how_far_outside(view, x[part] - view->x, y[part] - view->y, reach[part] + SPARE_IN, slope, widened);
}

static int part_may_hide(const View *view, const Parts *parts, int part, double slope, double widened) {
    if (outside[part] >= 0)
        return 0;
    const double *at = parts->cylinder + part;
    size_t n = parts->stride;
    Cylinder one = {at[0] - view->x, at[n] - view->y, at[2 * n] + SPARE_IN, at[3 * n] - view->z, at[4 * n] - view->z};
    return may_hide(view, &one, slope, widened);
}

static double snapped(double share) { return share > 1 - NOTHING ? 1 : share; }

/* What some shadows hide together, of those that were cast one after the other. */
double together(const View *view, int first, int last) {
    if (last - first < 2)
        return last > first ? casts[first].share : 0;
    for (int number = first; number < last; number++)
        if (casts[number].share == 1)
            return 1;
    int start = casts[first].start, end = casts[last].start;
    return snapped(united(view, limits.row + start, end - start) / view->area);
}

/* Casts what a part hides, if anything; the row after the last tells where its limits end. number: the part's. */
static double cast(const View *view, const Parts *parts, int part, int number, int *count) {
    double share = cast_shadow(view, parts, part, number, &limits);
    if (share > 0) {
        casts = grown(casts, *count + 2, &cast_room, sizeof(Cast));
        casts[*count].part = number;
        casts[*count].share = share;
        casts[++*count].start = limits.count;
    }
    return share;
}

/* in_full: whether to list every shadow, or only as many as it takes to know that nothing shows. */
Look look_at(const View *view, int viewer, int target, int in_full) {
    Look look = {0, 0, 0, 0};
    double sum = 0, whole = 0, slope = slope_of(view), wide = widened(slope);
    casts = grown(casts, 1, &cast_room, sizeof(Cast));
    limits.count = casts[0].start = 0;
    look_past(view, &job.terrain, slope, wide);
    for (int part = 0; part < job.terrain.stride && (whole != 1 || in_full); part++) {
        if (!part_may_hide(view, &job.terrain, part, slope, wide))
            continue;
        double share = cast(view, &job.terrain, part, part, &look.terrain);
        sum += share;
        whole = most(whole, share);
    }
    look.shut = whole == 1 || (sum > 1 - NOTHING && together(view, 0, look.terrain) == 1);
    look.hidden = look.shut;
    look.all = look.terrain;
    if (look.shut && !in_full)
        return look;
    int models = nobody_blocks(&job.blocks, viewer) ? 0 : job.models;
    if (models)
        look_past(view, &model_parts, slope, wide);
    for (int model = 0; model < models; model++) {
        if (!part_may_hide(view, &model_parts, model, slope, wide) || !may_block(&job.blocks, viewer, target, model))
            continue;
        if (cast(view, &model_parts, model, job.terrain.stride + model, &look.all) == 1) {
            look.hidden = 1;
            if (!in_full)
                return look;
        }
    }
    if (look.hidden != 1)
        look.hidden = together(view, 0, look.all);
    return look;
}

/* Which feature, or model after the features, cast a shadow of the last look. */
int owner_of(int number) {
    int part = casts[number].part, model = part - job.terrain.stride;
    return model < 0 ? job.owner[part] : job.features + model;
}

/* The limits of the shadows of all parts, for a drawing. */
const Limits *limits_of(const View *view, int viewer, int target) {
    limits.count = 0;
    for (int part = 0; part < job.terrain.stride; part++)
        cast_shadow(view, &job.terrain, part, part, &limits);
    for (int model = 0; model < job.models; model++)
        if (may_block(&job.blocks, viewer, target, model))
            cast_shadow(view, &model_parts, model, job.terrain.stride + model, &limits);
    return &limits;
}
