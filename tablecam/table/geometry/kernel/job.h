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
    /* what stands elsewhere in some views than in the others: of each view where its rows begin, one more than views; in
       each row a feature, or a model after the features; and in three rows of so many how far it is shifted in x, y, z */
    int shifts;
    const int *first_shift, *shifted;
    const double *shift;
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

/* A part's shadow: the part's number, models' after terrain's; its share of the target, and where its limits begin. */
typedef struct {
    int part, start;
    double share;
} Cast;

/* A look at one target: how many shadows, those of terrain first, whether terrain alone hides all, and what everything
   hides together; then the shadows with their limits. Each look begins afresh in the memory of the one before, so that a
   caller keeps one for all its views.

   outside: how far outside the view each part of a kind lies. first_shift, last_shift: the job's rows of what stands
   elsewhere in this view. */
typedef struct {
    int terrain, all, shut;
    double hidden;
    Limits limits;
    Cast *casts;
    double *outside;
    int cast_room, outside_room, first_shift, last_shift;
} Look;

/* The models as parts, one of each. */
extern Parts model_parts;
void shape_models(void);

View view_of(int row);
View view_between(int viewer, int target);

int may_block(const Blocks *blocks, int viewer, int target, int model);
int may_hide(const View *view, const Cylinder *one, double slope, double widened);
void look_at(Look *look, const View *view, int viewer, int target, int in_full);
/* of the shadows of a look, by their numbers */
double together(const Look *look, const View *view, int first, int last);
int owner_of(const Look *look, int number);
void list_limits(Look *look, const View *view, int viewer, int target);

static inline double slope_of(const View *view) { return view->half_width / view->length; }
static inline double widened(double slope) { return sqrt(1 + slope * slope); }

#endif
