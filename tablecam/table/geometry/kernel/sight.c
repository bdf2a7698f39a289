/* How much of many targets is hidden, from a table of views: the entries that Python calls, with `update`.

   Each view is computed in the same order of operations whichever others are computed with it, so that one view alone,
   all views, or those that a move touches give bit-identical numbers. */

#include "job.h"

Job job;

/* For all views of a call; `details` and `outline` read from it what the last of them found. */
static Look look;

/* Where Python finds what it shares with the kernel, in bytes: the words of a job, as in `Word`; within them
   the parts and which models block; a limit and its size; then how many figures a model has, and an end. */
#define JOB(field) offsetof(Job, field)
#define PART(field) offsetof(Parts, field)
#define BLOCK(field) offsetof(Blocks, field)
#define LIMIT(field) offsetof(Limit, field)
static const int layout[] = {
    JOB(views), JOB(features), JOB(models), JOB(known), JOB(others_block), JOB(computed), JOB(terrain), JOB(blocks),
    JOB(blocked), JOB(table), JOB(figures), JOB(figures_before), JOB(viewer), JOB(target), JOB(owner), JOB(hidden),
    JOB(shut), JOB(past_terrain), JOB(found), JOB(found_view), JOB(found_owner), JOB(found_share), JOB(shifts),
    JOB(first_shift), JOB(shifted), JOB(shift), sizeof(Job),
    PART(stride), PART(corner_rows), PART(cylinder), PART(corners), PART(to_unit), PART(count), PART(circle),
    BLOCK(viewers), BLOCK(targets), BLOCK(blockers), BLOCK(may),
    LIMIT(low), LIMIT(mean), LIMIT(curve), LIMIT(shadow), LIMIT(upper), LIMIT(inside), LIMIT(circle), sizeof(Limit),
    FIGURES, -1,
};

__attribute__((export_name("layout"))) const int *the_layout(void) { return layout; }

__attribute__((export_name("job"))) Job *the_job(void) { return &job; }

static void choose_shifts(int row) {
    look.first_shift = job.shifts ? job.first_shift[row] : 0;
    look.last_shift = job.shifts ? job.first_shift[row + 1] : 0;
}

/* What is hidden of each target, by everything together. */
__attribute__((export_name("hidden"))) void hidden(void) {
    shape_models();
    for (int row = 0; row < job.views; row++) {
        View view = view_of(row);
        choose_shifts(row);
        look_at(&look, &view, job.viewer[row], job.target[row], 0);
        job.hidden[row] = look.hidden;
    }
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
    shape_models();
    job.found = 0;
    for (int row = 0; row < job.views; row++) {
        View view = view_of(row);
        choose_shifts(row);
        look_at(&look, &view, job.viewer[row], job.target[row], 1);
        job.hidden[row] = look.hidden;
        /* whatever rounding does, all prisms hide no less than some of them */
        job.past_terrain[row] = look.hidden;
        if (!look.shut && look.all > look.terrain)
            job.past_terrain[row] = least(together(&look, &view, 0, look.terrain), look.hidden);
        for (int first = 0, last; first < look.all; first = last) {
            int owner = owner_of(&look, first);
            for (last = first + 1; last < look.all && owner_of(&look, last) == owner;)
                last++;
            list(row, owner, together(&look, &view, first, last));
        }
    }
}

/* The limits of the shadows of all parts in the first view, for a drawing; how many. */
__attribute__((export_name("outline"))) int outline(void) {
    shape_models();
    View view = view_of(0);
    list_limits(&look, &view, job.viewer[0], job.target[0]);
    return look.limits.count;
}

__attribute__((export_name("limits"))) Limit *the_limits(void) { return look.limits.row; }
