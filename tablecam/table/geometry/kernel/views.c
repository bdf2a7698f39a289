/* How models see models, and what shapes they have: from their figures, in the order of operations of `stances.py`. */

#include "job.h"

/* A rectangle's corners, anticlockwise and closed. */
#define CORNERS 5
static const int TO_THE_SIDE[CORNERS] = {1, 1, -1, -1, 1}, AHEAD[CORNERS] = {-1, 1, 1, -1, -1};

Parts model_parts = {.corner_rows = CORNERS};

/* Half the extent of a base square to a line of view: as `stances.half_widths`, in the same order of operations. */
static double half_width(int model, double ahead_x, double ahead_y) {
    double half_x = figure(HALF_X, model), half_y = figure(HALF_Y, model);
    if (half_x == half_y && !figure(CORNERED, model))
        return half_x;
    double across = half_x * (ahead_y * figure(SIN, model) + ahead_x * figure(COS, model));
    double forward = half_y * (ahead_x * figure(SIN, model) - ahead_y * figure(COS, model));
    if (figure(CORNERED, model))
        return magnitude(across) + magnitude(forward);
    return sqrt(across * across + forward * forward);
}

/* One model's view of another: as `stances.views`, in the same order of operations. */
View view_between(int viewer, int target) {
    double x = figure(X, viewer), y = figure(Y, viewer), z = figure(Z, viewer) + EYE_OF_HEIGHT * figure(HEIGHT, viewer);
    double way_x = figure(X, target) - x, way_y = figure(Y, target) - y, apart = sqrt(way_x * way_x + way_y * way_y);
    double length = most(apart, STRAIGHT_ABOVE_IN), bottom = figure(Z, target), top = bottom + figure(HEIGHT, target);
    View view = {x, y, z, 0, bottom - z, top - z, way_x / length, way_y / length, length, 0};
    if (apart < STRAIGHT_ABOVE_IN) {
        view.ahead_x = 1;
        view.ahead_y = 0;
    }
    view.half_width = half_width(target, view.ahead_x, view.ahead_y);
    view.area = 2 * view.half_width * (top - bottom);
    return view;
}

/* A view of the table. */
View view_of(int row) {
    const double *at = job.table + row;
    size_t n = job.views;
    View view = {at[0], at[n], at[2 * n], at[3 * n], at[4 * n] - at[2 * n], at[5 * n] - at[2 * n], at[6 * n], at[7 * n],
                 at[8 * n], 0};
    view.area = 2 * view.half_width * (at[5 * n] - at[4 * n]);
    return view;
}

static void shape_model(int model, double *cylinder, double *corners, double *to_unit) {
    size_t n = job.models;
    double half_x = figure(HALF_X, model), half_y = figure(HALF_Y, model), sin = figure(SIN, model), cos = figure(COS, model);
    cylinder[0] = figure(X, model);
    cylinder[n] = figure(Y, model);
    cylinder[2 * n] = figure(CORNERED, model) ? sqrt(half_x * half_x + half_y * half_y) : most(half_x, half_y);
    cylinder[3 * n] = figure(Z, model);
    cylinder[4 * n] = figure(Z, model) + figure(HEIGHT, model);
    to_unit[0] = sin / half_x;
    to_unit[n] = -cos / half_x;
    to_unit[2 * n] = cos / half_y;
    to_unit[3 * n] = sin / half_y;
    for (int number = 0; figure(CORNERED, model) && number < CORNERS; number++) {
        double side = TO_THE_SIDE[number], ahead = AHEAD[number];
        corners[number * n] = side * (sin * half_x) + ahead * (cos * half_y) + figure(X, model);
        corners[(CORNERS + number) * n] = side * (-cos * half_x) + ahead * (sin * half_y) + figure(Y, model);
    }
}

/* Lays the models out as parts, where the figures of the job say. */
void shape_models(void) {
    static double *rows;
    static int *count, row_room, count_room, circle_room;
    static unsigned char *circle;
    int n = job.models;
    /* five rows of cylinders, two of each corner, and four that take a base to the unit circle */
    rows = grown(rows, (5 + 2 * CORNERS + 4) * n, &row_room, sizeof(double));
    count = grown(count, n, &count_room, sizeof(int));
    circle = grown(circle, n, &circle_room, 1);
    double *corners = rows + 5 * n, *to_unit = corners + 2 * CORNERS * n;
    for (int model = 0; model < n; model++) {
        shape_model(model, rows + model, corners + model, to_unit + model);
        count[model] = figure(CORNERED, model) ? CORNERS - 1 : 0;
        circle[model] = !figure(CORNERED, model) && figure(HALF_X, model) == figure(HALF_Y, model);
    }
    model_parts = (Parts){n, CORNERS, rows, corners, to_unit, count, circle};
}
