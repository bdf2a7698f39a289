/* What hides a target in one view: by terrain first, and by models then. */

#include "job.h"

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
static void look_past(Look *look, const View *view, const Parts *parts, double slope, double widened) {
    const double *x = parts->cylinder, *y = x + parts->stride, *reach = y + parts->stride;
    look->outside = grown(look->outside, parts->stride, &look->outside_room, sizeof(double));
    double *outside = look->outside;
    for (int part = 0; part < parts->stride; part++)
        outside[part] =
            how_far_outside(view, x[part] - view->x, y[part] - view->y, reach[part] + SPARE_IN, slope, widened);
}

/* The eye that sees a part where it stands in this view: of what is shifted, the eye is shifted the other way instead. */
static const View *eye_on(Look *look, const View *view, const Parts *parts, int part, int owner, View *shifted) {
    const View *eye = view;
    for (int row = look->first_shift; row < look->last_shift; row++) {
        if (job.shifted[row] != owner)
            continue;
        const double *shift = job.shift + row;
        *shifted = *view;
        shifted->x -= shift[0];
        shifted->y -= shift[job.shifts];
        shifted->z -= shift[2 * (size_t)job.shifts];
        eye = shifted;
    }
    if (eye != view) {
        const double *at = parts->cylinder + part;
        double slope = slope_of(view), reach = at[2 * (size_t)parts->stride] + SPARE_IN;
        look->outside[part] =
            how_far_outside(eye, at[0] - eye->x, at[parts->stride] - eye->y, reach, slope, widened(slope));
    }
    return eye;
}

static int part_may_hide(const Look *look, const View *view, const Parts *parts, int part, double slope, double wide) {
    if (look->outside[part] >= 0)
        return 0;
    const double *at = parts->cylinder + part;
    size_t n = parts->stride;
    Cylinder one = {at[0] - view->x, at[n] - view->y, at[2 * n] + SPARE_IN, at[3 * n] - view->z, at[4 * n] - view->z};
    return may_hide(view, &one, slope, wide);
}

static double snapped(double share) { return share > 1 - NOTHING ? 1 : share; }

/* What some shadows hide together, of those that were cast one after the other. */
double together(const Look *look, const View *view, int first, int last) {
    const Cast *casts = look->casts;
    if (last - first < 2)
        return last > first ? casts[first].share : 0;
    for (int number = first; number < last; number++)
        if (casts[number].share == 1)
            return 1;
    int start = casts[first].start, end = casts[last].start;
    return snapped(united(view, look->limits.row + start, end - start) / view->area);
}

/* Casts what a part hides, if anything, and returns its share; the row after the last tells where its limits end.
   number: the part's. */
static double cast(Look *look, const View *view, const Parts *parts, int part, int number) {
    double share = cast_shadow(view, parts, part, number, &look->limits);
    if (share > 0) {
        look->casts = grown(look->casts, look->all + 2, &look->cast_room, sizeof(Cast));
        look->casts[look->all].part = number;
        look->casts[look->all].share = share;
        look->casts[++look->all].start = look->limits.count;
    }
    return share;
}

static void begin(Look *look) {
    look->terrain = look->all = look->shut = look->limits.count = 0;
    look->hidden = 0;
    look->casts = grown(look->casts, 1, &look->cast_room, sizeof(Cast));
    look->casts[0].start = 0;
}

/* Casts what terrain hides; without in_full, no more once a part hides all. */
static void look_at_terrain(Look *look, const View *view, double slope, double wide, int in_full) {
    double sum = 0, whole = 0;
    View shifted;
    look_past(look, view, &job.terrain, slope, wide);
    for (int part = 0; part < job.terrain.stride && (whole != 1 || in_full); part++) {
        const View *eye = eye_on(look, view, &job.terrain, part, job.owner[part], &shifted);
        if (!part_may_hide(look, eye, &job.terrain, part, slope, wide))
            continue;
        double share = cast(look, eye, &job.terrain, part, part);
        sum += share;
        whole = most(whole, share);
    }
    look->terrain = look->all;
    look->shut = whole == 1 || (sum > 1 - NOTHING && together(look, view, 0, look->terrain) == 1);
    look->hidden = look->shut;
}

/* in_full: whether to list every shadow, or only as many as it takes to know that nothing shows. */
void look_at(Look *look, const View *view, int viewer, int target, int in_full) {
    double slope = slope_of(view), wide = widened(slope);
    View shifted;
    begin(look);
    look_at_terrain(look, view, slope, wide, in_full);
    if (look->shut && !in_full)
        return;
    int models = nobody_blocks(&job.blocks, viewer) ? 0 : job.models;
    if (models)
        look_past(look, view, &model_parts, slope, wide);
    for (int model = 0; model < models; model++) {
        const View *eye = eye_on(look, view, &model_parts, model, job.features + model, &shifted);
        if (!part_may_hide(look, eye, &model_parts, model, slope, wide) ||
            !may_block(&job.blocks, viewer, target, model))
            continue;
        if (cast(look, eye, &model_parts, model, job.terrain.stride + model) == 1) {
            look->hidden = 1;
            if (!in_full)
                return;
        }
    }
    if (look->hidden != 1)
        look->hidden = together(look, view, 0, look->all);
}

/* Which feature, or model after the features, cast a shadow of a look. */
int owner_of(const Look *look, int number) {
    int part = look->casts[number].part, model = part - job.terrain.stride;
    return model < 0 ? job.owner[part] : job.features + model;
}

/* Lists the limits of the shadows of all parts, for a drawing. */
void list_limits(Look *look, const View *view, int viewer, int target) {
    begin(look);
    for (int part = 0; part < job.terrain.stride; part++)
        cast_shadow(view, &job.terrain, part, part, &look->limits);
    for (int model = 0; model < job.models; model++)
        if (may_block(&job.blocks, viewer, target, model))
            cast_shadow(view, &model_parts, model, job.terrain.stride + model, &look->limits);
}
