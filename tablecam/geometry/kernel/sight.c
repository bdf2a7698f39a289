/* How much of many targets is hidden, from one table of views: the entries that Python calls.

   Each view is computed in the same order of operations whichever others are computed with it, so that one view alone,
   all views, or those that a move touches give bit-identical numbers. */

#include "shadow.h"

/* Which models block: booleans by viewer, target and blocker; an axis that makes no difference has a single place. */
typedef struct {
    int viewers, targets, blockers;
    const unsigned char *may;
} Blocks;

/* What Python fills in, whole words only. The parts are those of the terrain, then one of each model. `before`: the
   parts of the models `moved`, where they stood, and who blocked then; others_block: whether that has changed. asked:
   which views are to be computed in any case; the others keep what is known of them if none of that has changed. shut: whether terrain alone hides all. */
typedef struct {
    int views, terrain, models, moves, others_block;
    Parts parts, before;
    Blocks blocks, blocked;
    const double *table;
    const int *viewer, *target, *moved, *owner;
    double *hidden;
    const unsigned char *asked;
    unsigned char *shut;
    double *past_terrain;
    /* what hides a part of a view by itself: three rows of so many each, grown as needed */
    int found;
    int *found_view, *found_owner;
    double *found_share;
} Job;

/* A part's shadow: its share of the target, and where its limits begin. */
typedef struct {
    int part, start;
    double share;
} Cast;

/* A cylinder that holds a part, from the eye of the views that follow one another. */
typedef struct {
    double x, y, reach, bottom, top;
    int part;
} Near;

static Job job;
static Limits limits;
static Cast *casts;
static int cast_room;
/* how far outside a view each part lies */
static double *outside;
static int outside_room;

__attribute__((export_name("job"))) Job *the_job(void) { return &job; }

static View view_of(int row) {
    const double *at = job.table + row;
    size_t n = job.views;
    View view = {at[0], at[n], at[2 * n], at[3 * n], at[4 * n] - at[2 * n], at[5 * n] - at[2 * n], at[6 * n], at[7 * n],
                 at[8 * n], 0};
    view.area = 2 * view.half_width * (at[5 * n] - at[4 * n]);
    return view;
}

static int may_block(const Blocks *blocks, int viewer, int target, int model) {
    if (model == viewer || model == target)
        return 0;
    size_t row = (blocks->viewers > 1 ? viewer : 0) * (size_t)blocks->targets + (blocks->targets > 1 ? target : 0);
    return blocks->may[row * blocks->blockers + (blocks->blockers > 1 ? model : 0)];
}

static Near cylinder_of(const View *view, const Parts *parts, int part) {
    const double *at = parts->cylinder + part;
    size_t n = parts->stride;
    return (Near){at[0] - view->x, at[n] - view->y, at[2 * n] + SPARE_IN, at[3 * n] - view->z, at[4 * n] - view->z, part};
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
static inline int may_hide(const View *view, const Near *one, double slope, double widened) {
    double s = view->ahead_x * one->x + view->ahead_y * one->y;
    if (!(how_far_outside(view, one->x, one->y, one->reach, slope, widened) < 0))
        return 0;
    double begin = most((s - one->reach) / view->length, 0), end = least((s + one->reach) / view->length, 1);
    return one->top > least(begin * view->bottom, end * view->bottom) &&
           one->bottom < most(begin * view->top, end * view->top);
}

static int same_eye(const View *one, const View *other) {
    return one->x == other->x && one->y == other->y && one->z == other->z;
}

static double slope_of(const View *view) { return view->half_width / view->length; }

static double widened(double slope) { return sqrt(1 + slope * slope); }

/* How far outside a view in plan the cylinders of some parts lie: in rows, so that several are done at one go. */
static void look_past(const View *view, int first, int last, double slope, double widened) {
    const double *x = job.parts.cylinder, *y = x + job.parts.stride, *reach = y + job.parts.stride;
    for (int part = first; part < last; part++)
        outside[part] =
            how_far_outside(view, x[part] - view->x, y[part] - view->y, reach[part] + SPARE_IN, slope, widened);
}

static int part_may_hide(const View *view, int part, double slope, double widened) {
    if (outside[part] >= 0)
        return 0;
    Near one = cylinder_of(view, &job.parts, part);
    return may_hide(view, &one, slope, widened);
}

static double snapped(double share) { return share > 1 - NOTHING ? 1 : share; }

/* What some shadows hide together, of those that were cast one after the other. */
static double together(const View *view, int first, int last) {
    if (last - first < 2)
        return last > first ? casts[first].share : 0;
    for (int number = first; number < last; number++)
        if (casts[number].share == 1)
            return 1;
    int start = casts[first].start, end = casts[last].start;
    return snapped(united(view, limits.row + start, end - start) / view->area);
}

/* Casts what a part hides, if anything; the row after the last tells where its limits end. */
static double cast(const View *view, int part, int *count) {
    double share = cast_shadow(view, &job.parts, part, &limits);
    if (share > 0) {
        casts = grown(casts, *count + 2, &cast_room, sizeof(Cast));
        casts[*count].part = part;
        casts[*count].share = share;
        casts[++*count].start = limits.count;
    }
    return share;
}

/* What hides a view: how many shadows, those of terrain first, and what they hide together. */
typedef struct {
    int terrain, all, shut;
    double hidden;
} Look;

/* in_full: whether to list every shadow, or only as many as it takes to know that nothing shows. */
static Look look_at(const View *view, int viewer, int target, int in_full) {
    Look look = {0, 0, 0, 0};
    double sum = 0, whole = 0, slope = slope_of(view), wide = widened(slope);
    int all = job.terrain + job.models, part = 0;
    casts = grown(casts, 1, &cast_room, sizeof(Cast));
    outside = grown(outside, all, &outside_room, sizeof(double));
    limits.count = casts[0].start = 0;
    look_past(view, 0, job.terrain, slope, wide);
    for (; part < job.terrain && (whole != 1 || in_full); part++) {
        if (!part_may_hide(view, part, slope, wide))
            continue;
        double share = cast(view, part, &look.terrain);
        sum += share;
        whole = most(whole, share);
    }
    look.shut = whole == 1 || (sum > 1 - NOTHING && together(view, 0, look.terrain) == 1);
    look.hidden = look.shut;
    look.all = look.terrain;
    if (look.shut && !in_full)
        return look;
    look_past(view, job.terrain, all, slope, wide);
    for (; part < all; part++) {
        if (!part_may_hide(view, part, slope, wide) || !may_block(&job.blocks, viewer, target, part - job.terrain))
            continue;
        if (cast(view, part, &look.all) == 1) {
            look.hidden = 1;
            if (!in_full)
                return look;
        }
    }
    if (look.hidden != 1)
        look.hidden = together(view, 0, look.all);
    return look;
}

/* A part that stands elsewhere than before, or stood elsewhere, or blocks now and did not, or did and does not. */
typedef struct {
    Near cylinder;
    const Parts *parts;
    const Blocks *blocks, *unlike;
    int model;
} Change;

static Change *changes;
static int change_room, change_count, change_viewer;
static View change_eye;

/* No viewer is numbered so: what is laid out around an eye is of another job. */
#define NOBODY -2

/* Whether a change matters to a pair: blocks says so, or it is unlike another. */
static int matters(const Change *change, int viewer, int target) {
    int may = may_block(change->blocks, viewer, target, change->model);
    return change->unlike ? may != may_block(change->unlike, viewer, target, change->model) : may;
}

static void add_change(const View *view, int viewer, const Parts *parts, int part, Change change) {
    int by_target = change.blocks->targets > 1 || (change.unlike && change.unlike->targets > 1);
    if (!by_target && !matters(&change, viewer, viewer))
        return;
    change.parts = parts;
    change.cylinder = cylinder_of(view, parts, part);
    changes = grown(changes, change_count + 1, &change_room, sizeof(Change));
    changes[change_count++] = change;
}

/* Lays out what has changed around one eye, unless it is that of the view before. */
static void gather_changes(const View *view, int viewer) {
    if (viewer == change_viewer && same_eye(view, &change_eye))
        return;
    change_viewer = viewer;
    change_eye = *view;
    change_count = 0;
    for (int move = 0; move < job.moves; move++) {
        int model = job.moved[move];
        add_change(view, viewer, &job.before, move, (Change){.blocks = &job.blocked, .model = model});
        add_change(view, viewer, &job.parts, job.terrain + model, (Change){.blocks = &job.blocks, .model = model});
    }
    for (int model = 0; job.others_block && model < job.models; model++)
        add_change(view, viewer, &job.parts, job.terrain + model,
                   (Change){.blocks = &job.blocks, .unlike = &job.blocked, .model = model});
}

/* Whether anything that has changed hides a part of a view now, or did before. */
static int touched(const View *view, int viewer, int target) {
    double slope = slope_of(view), wide = widened(slope);
    gather_changes(view, viewer);
    for (int number = 0; number < change_count; number++) {
        const Change *change = changes + number;
        if (!may_hide(view, &change->cylinder, slope, wide) || !matters(change, viewer, target))
            continue;
        limits.count = 0;
        if (cast_shadow(view, change->parts, change->cylinder.part, &limits) > 0)
            return 1;
    }
    return 0;
}

/* What is hidden of each target, by everything together: of the views that are asked, and where something changed; how
   many those are. */
__attribute__((export_name("update"))) int update(void) {
    int computed = 0;
    change_viewer = NOBODY;
    for (int row = 0; row < job.views; row++) {
        View view = view_of(row);
        if (!job.asked[row] && (job.shut[row] || !touched(&view, job.viewer[row], job.target[row])))
            continue;
        Look look = look_at(&view, job.viewer[row], job.target[row], 0);
        job.hidden[row] = look.hidden;
        job.shut[row] = look.shut;
        computed++;
    }
    return computed;
}

static void list(int row, int owner, double share) {
    static int view_room, owner_room, share_room;
    job.found_view = grown(job.found_view, job.found + 1, &view_room, sizeof(int));
    job.found_owner = grown(job.found_owner, job.found + 1, &owner_room, sizeof(int));
    job.found_share = grown(job.found_share, job.found + 1, &share_room, sizeof(double));
    job.found_view[job.found] = row;
    job.found_owner[job.found] = owner;
    job.found_share[job.found++] = share;
}

/* The same in full, of every view: what terrain alone hides too, and what each prism hides by itself. */
__attribute__((export_name("details"))) void details(void) {
    job.found = 0;
    for (int row = 0; row < job.views; row++) {
        View view = view_of(row);
        Look look = look_at(&view, job.viewer[row], job.target[row], 1);
        job.hidden[row] = look.hidden;
        /* whatever rounding does, all prisms hide no less than some of them */
        job.past_terrain[row] = look.hidden;
        if (!look.shut && look.all > look.terrain)
            job.past_terrain[row] = least(together(&view, 0, look.terrain), look.hidden);
        for (int first = 0, last; first < look.all; first = last) {
            int owner = job.owner[casts[first].part];
            for (last = first + 1; last < look.all && job.owner[casts[last].part] == owner;)
                last++;
            list(row, owner, together(&view, first, last));
        }
    }
}

/* The limits of the shadows of all parts in the first view, for a drawing; how many. */
__attribute__((export_name("outline"))) int outline(void) {
    View view = view_of(0);
    limits.count = 0;
    for (int part = 0; part < job.terrain + job.models; part++)
        if (may_block(&job.blocks, job.viewer[0], job.target[0], part - job.terrain) || part < job.terrain)
            cast_shadow(&view, &job.parts, part, &limits);
    return limits.count;
}

__attribute__((export_name("limits"))) Limit *the_limits(void) { return limits.row; }
