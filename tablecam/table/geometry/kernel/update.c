/* What is hidden of models from models, after some of them moved: computed again only where that can have changed. */

#include "job.h"

/* No viewer is numbered so. */
#define NOBODY -2

/* A model that stands elsewhere than before, or stood elsewhere, or blocks now and did not, or did and does not: as a
   cylinder around it. */
typedef struct {
    Cylinder cylinder;
    const Blocks *blocks, *unlike;
    int model;
} Change;

static Change *changes;
static int change_room, change_count;
/* of each model, whether it moved; and the numbers of those that did */
static unsigned char *has_moved;
static int moved_room, *movers, mover_room, mover_count;

/* Whether a change matters to a pair: blocks says so, or it is unlike another. */
static int matters(const Change *change, int viewer, int target) {
    int may = may_block(change->blocks, viewer, target, change->model);
    return change->unlike ? may != may_block(change->unlike, viewer, target, change->model) : may;
}

static Cylinder cylinder_around(const View *eye, const double *figures, int model) {
    double half_x = of(figures, HALF_X, model), half_y = of(figures, HALF_Y, model);
    double reach = of(figures, CORNERED, model) ? sqrt(half_x * half_x + half_y * half_y) : most(half_x, half_y);
    double bottom = of(figures, Z, model) - eye->z, top = bottom + of(figures, HEIGHT, model);
    return (Cylinder){of(figures, X, model) - eye->x, of(figures, Y, model) - eye->y, reach + SPARE_IN, bottom - SPARE_IN,
                  top + SPARE_IN};
}

static void add_change(const View *eye, int viewer, const double *figures, int model, Change change) {
    change.cylinder = cylinder_around(eye, figures, model);
    change.model = model;
    int by_target = change.blocks->targets > 1 || (change.unlike && change.unlike->targets > 1);
    if (!by_target && !matters(&change, viewer, viewer))
        return;
    changes = grown(changes, change_count + 1, &change_room, sizeof(Change));
    changes[change_count++] = change;
}

/* Whether the same models block for a viewer as before, whatever the target. */
static int blocked_alike(int viewer) {
    const Blocks *now = &job.blocks, *before = &job.blocked;
    if (now->targets > 1 || before->targets > 1 || now->blockers != before->blockers)
        return 0;
    const unsigned char *one = now->may + (now->viewers > 1 ? viewer : 0) * (size_t)now->blockers;
    const unsigned char *other = before->may + (before->viewers > 1 ? viewer : 0) * (size_t)before->blockers;
    int unlike = 0;
    for (int model = 0; model < now->blockers; model++)
        unlike |= one[model] ^ other[model];
    return !unlike;
}

/* Lays out what has changed around a viewer's eye. */
static void gather_changes(int viewer) {
    View eye = view_between(viewer, viewer);
    change_count = 0;
    for (int move = 0; move < mover_count; move++) {
        add_change(&eye, viewer, job.figures_before, movers[move], (Change){.blocks = &job.blocked});
        add_change(&eye, viewer, job.figures, movers[move], (Change){.blocks = &job.blocks});
    }
    if (!job.others_block || blocked_alike(viewer))
        return;
    for (int model = 0; model < job.models; model++)
        add_change(&eye, viewer, job.figures, model, (Change){.blocks = &job.blocks, .unlike = &job.blocked});
}

/* Whether a disc keeps away from all that lies as near to the line from the eye to a target as half the target's
   width, in plan: then it hides nothing. squares: of the line's length. Too few by `SPARE_IN`, never too many. */
static int beside(const Cylinder *one, double way_x, double way_y, double squares, double half) {
    double across = way_x * one->y - way_y * one->x, ahead = way_x * one->x + way_y * one->y;
    double reach = one->reach + half, room = reach * reach * squares, past = ahead - squares;
    return across * across > room || (ahead < 0 && ahead * ahead > room) || (past > 0 && past * past > room);
}

/* Whether anything that has changed, as laid out around its viewer, may hide a part of a target, or may have. */
static int touched(int viewer, int target) {
    double way_x = figure(X, target) - figure(X, viewer), way_y = figure(Y, target) - figure(Y, viewer);
    double squares = way_x * way_x + way_y * way_y, half = figure(HALF_X, target) + figure(HALF_Y, target);
    for (int number = 0; number < change_count; number++) {
        const Change *change = changes + number;
        if (beside(&change->cylinder, way_x, way_y, squares, half) || !matters(change, viewer, target))
            continue;
        View view = view_between(viewer, target);
        double slope = slope_of(&view);
        if (may_hide(&view, &change->cylinder, slope, widened(slope)))
            return 1;
    }
    return 0;
}

/* Finds the models whose figures are not what they were; all of them where nothing is known. */
static void find_movers(void) {
    has_moved = grown(has_moved, job.models, &moved_room, 1);
    movers = grown(movers, job.models, &mover_room, sizeof(int));
    mover_count = 0;
    for (int model = 0; model < job.models; model++) {
        int unlike = !job.known;
        for (size_t at = model; job.known && at < FIGURES * (size_t)job.models; at += job.models)
            unlike |= job.figures[at] != job.figures_before[at];
        has_moved[model] = unlike;
        if (unlike)
            movers[mover_count++] = model;
    }
}

/* What is hidden of each target by everything together, where models see models: of those that moved, and where
   something that changed may hide something, or may have. The rows of one viewer follow one another. */
__attribute__((export_name("update"))) void update(void) {
    static Look look;
    int last = NOBODY;
    job.computed = 0;
    shape_models();
    find_movers();
    for (int row = 0; row < job.views; row++) {
        int viewer = job.viewer[row], target = job.target[row];
        if (!has_moved[viewer] && !has_moved[target]) {
            if (job.shut[row])
                continue;
            if (viewer != last)
                gather_changes(last = viewer);
            if (!touched(viewer, target))
                continue;
        }
        View view = view_between(viewer, target);
        look_at(&look, &view, viewer, target, 0);
        job.hidden[row] = look.hidden;
        job.shut[row] = look.shut;
        job.computed++;
    }
}

