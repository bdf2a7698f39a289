/* How much of many targets is hidden, from a table of views: the entries that Python calls, with `update`.

   Each view is computed in the same order of operations whichever others are computed with it, so that one view alone,
   all views, or those that a move touches give bit-identical numbers. */

#include "job.h"

Job job;

__attribute__((export_name("job"))) Job *the_job(void) { return &job; }

/* What is hidden of each target, by everything together. */
__attribute__((export_name("hidden"))) void hidden(void) {
    shape_models();
    for (int row = 0; row < job.views; row++) {
        View view = view_of(row);
        job.hidden[row] = look_at(&view, job.viewer[row], job.target[row], 0).hidden;
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
        Look look = look_at(&view, job.viewer[row], job.target[row], 1);
        job.hidden[row] = look.hidden;
        /* whatever rounding does, all prisms hide no less than some of them */
        job.past_terrain[row] = look.hidden;
        if (!look.shut && look.all > look.terrain)
            job.past_terrain[row] = least(together(&view, 0, look.terrain), look.hidden);
        for (int first = 0, last; first < look.all; first = last) {
            int owner = owner_of(first);
            for (last = first + 1; last < look.all && owner_of(last) == owner;)
                last++;
            list(row, owner, together(&view, first, last));
        }
    }
}

static const Limits *outlined;

/* The limits of the shadows of all parts in the first view, for a drawing; how many. */
__attribute__((export_name("outline"))) int outline(void) {
    shape_models();
    View view = view_of(0);
    outlined = limits_of(&view, job.viewer[0], job.target[0]);
    return outlined->count;
}

__attribute__((export_name("limits"))) Limit *the_limits(void) { return outlined->row; }
