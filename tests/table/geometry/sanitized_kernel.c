/* The kernel of sight as a program of this machine, so that a compiler's sanitizers watch it.

   It reads a job from the file that its argument names, as test_sanitized_kernel.py writes it, calls what Python calls, and
   writes the results as they lie in memory. */

#include "job.h"

#include <stdio.h>
#include <stdlib.h>

void hidden(void);
void details(void);
void update(void);
int outline(void);
Limit *the_limits(void);

static FILE *file;

static void *take(size_t count, size_t size) {
    void *rows = malloc(count * size);
    if (fread(rows, size, count, file) != count)
        exit(2);
    return rows;
}

/* In place of memory.c: exactly what is needed, so that one row too many is a fault, and what was left behind is gone. */
void *grown(void *rows, int needed, int *capacity, size_t size) {
    if (needed <= *capacity)
        return rows;
    unsigned char *more = malloc(needed * size), *old = rows;
    for (size_t at = 0; at < *capacity * size; at++)
        more[at] = old[at];
    free(rows);
    *capacity = needed;
    return more;
}

static void put(const void *rows, size_t count, size_t size) { fwrite(rows, size, count, stdout); }

static void put_pairs(void) {
    update();
    put(job.hidden, job.views, sizeof(double));
    put(job.shut, job.views, 1);
    put(&job.computed, 1, sizeof(int));
}

int main(int count, char **arguments) {
    file = count == 2 ? fopen(arguments[1], "rb") : 0;
    if (!file)
        return 1;
    int *sizes = take(8, sizeof(int));
    job.views = sizes[0], job.features = sizes[1], job.models = sizes[2];
    int parts = job.terrain.stride = sizes[3], corners = job.terrain.corner_rows = sizes[4];
    job.blocks.viewers = sizes[5], job.blocks.targets = sizes[6], job.blocks.blockers = sizes[7];
    job.terrain.cylinder = take(5 * parts, sizeof(double));
    job.terrain.corners = take(2 * corners * parts, sizeof(double));
    job.terrain.to_unit = take(4 * parts, sizeof(double));
    job.terrain.count = take(parts, sizeof(int));
    job.terrain.circle = take(parts, 1);
    job.owner = take(parts, sizeof(int));
    job.blocks.may = take(sizes[5] * sizes[6] * sizes[7], 1);
    job.table = take(9 * job.views, sizeof(double));
    job.figures = take(FIGURES * job.models, sizeof(double));
    const double *later = take(FIGURES * job.models, sizeof(double));
    job.viewer = take(job.views, sizeof(int));
    job.target = take(job.views, sizeof(int));
    job.hidden = malloc(job.views * sizeof(double));
    job.past_terrain = malloc(job.views * sizeof(double));
    job.shut = malloc(job.views);

    details();
    put(job.hidden, job.views, sizeof(double));
    put(job.past_terrain, job.views, sizeof(double));
    put(&job.found, 1, sizeof(int));
    put(job.found_view, job.found, sizeof(int));
    put(job.found_owner, job.found, sizeof(int));
    put(job.found_share, job.found, sizeof(double));
    hidden();
    put(job.hidden, job.views, sizeof(double));
    int limits = outline();
    put(the_limits(), limits, sizeof(Limit));
    if (!job.models)
        return 0;
    put_pairs();
    job.known = 1;
    job.blocked = job.blocks;
    job.figures_before = job.figures;
    job.figures = later;
    put_pairs();
    return 0;
}
