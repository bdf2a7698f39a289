/* The job that Python fills in, and what the files that do it share. */

#ifndef JOB_H
#define JOB_H

#include "shadow.h"

/* Which models block: booleans by viewer, target and blocker; an axis that makes no difference has a single place. */
typedef struct {
    int viewers, targets, blockers;
    const unsigned char *may;
} Blocks;

/* Whole words only, in the order of `Word` in shadow_kernel.py.

   terrain: its parts, which belong to so many features; owner: to which of them. figures: the models, as
   `stances.figures` gives them, in rows. table: views as `Views` has them.

   known: whether `hidden` and `shut` hold what was found before some models moved, when they stood as in
   `figures_before` and blocked as in `blocked`; others_block: whether that differs. Where known is 0, those are not
   read. shut: whether terrain alone hides all. */
typedef struct {
    int views, features, models, known, others_block, computed;
    Parts terrain;
    Blocks blocks, blocked;
    const double *table, *figures, *figures_before;
    const int *viewer, *target, *owner;
    double *hidden;
    unsigned char *shut;
    double *past_terrain;
    /* what hides a part of a view by itself: three rows of so many each, grown as needed */
    int found;
    int *found_view, *found_owner;
    double *found_share;
} Job;

extern Job job;

/* The rows of figures. */
enum { X, Y, Z, SIN, COS, HALF_X, HALF_Y, CORNERED, HEIGHT, FIGURES };

/* One of the figures of a model. */
static inline double of(const double *figures, int row, int model) { return figures[row * (size_t)job.models + model]; }

static inline double figure(int row, int model) { return of(job.figures, row, model); }

/* An upright cylinder around a part or a model, from an eye. */
typedef struct {
    double x, y, reach, bottom, top;
} Cylinder;

/* What hides a view: how many shadows, those of terrain first, and what they hide together. */
typedef struct {
    int terrain, all, shut;
    double hidden;
} Look;

/* The models as parts, one of each. */
extern Parts model_parts;
void shape_models(void);

View view_of(int row);
View view_between(int viewer, int target);

int may_block(const Blocks *blocks, int viewer, int target, int model);
int may_hide(const View *view, const Cylinder *one, double slope, double widened);
Look look_at(const View *view, int viewer, int target, int in_full);
/* of the shadows of the last look, by their numbers */
double together(const View *view, int first, int last);
int owner_of(int number);
const Limits *limits_of(const View *view, int viewer, int target);

static inline double slope_of(const View *view) { return view->half_width / view->length; }
static inline double widened(double slope) { return sqrt(1 + slope * slope); }

#endif
