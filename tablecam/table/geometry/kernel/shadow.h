/* Shadows of convex prisms on upright targets: what the files of the kernel share.

   A view is from an eye, the origin in plan: s runs towards the target's axis, at s = length, and v to the left. A ray
   to the place u across the target passes (s, u s / length), and q = length / s there. Heights count from the eye's.
   Lengths are inches. */

#ifndef SHADOW_H
#define SHADOW_H

#include <stddef.h>

/* A part of the target's width below this counts as zero. */
#define SLIVER_IN 1e-12

/* Things nearer than this touch: a wall at the eye or at the target's plane, a face at the eye's own height. It is a
   thousand times the rounding error of coordinates, and far finer than anybody can place a model. */
#define TOUCH_IN 1e-9

/* As a share of a target's area: the rounding error of 0 and of 1. */
#define NOTHING 1e-9

/* The margin of the culling, far above rounding error. */
#define SPARE_IN 1e-6

/* As in `views.py` and `stances.py`: an eye straight above a target looks along +x; and it is not at a model's top. */
#define STRAIGHT_ABOVE_IN 1e-6
#define EYE_OF_HEIGHT 0.9

/* The height p + r u + g sqrt(a + b u + c u^2) over u: a straight line where g is 0, else a conic. */
typedef struct {
    double p, r, g, a, b, c;
} Curve;

/* One eye and one target; bottom and top of the target over the eye; (ahead_x, ahead_y) points to its axis. */
typedef struct {
    double x, y, z, half_width, bottom, top, ahead_x, ahead_y, length, area;
} View;

/* A stretch of a rim: q as a curve over u from low to high. near: whether rays go in there, or out. */
typedef struct {
    double low, high;
    Curve curve;
    int near;
} Rim;

/* One limit of a shadow over u from low to high. mean: its mean height. upper: whether it bounds the shadow above.
   inside: whether it runs between the target's bottom and top, or lies on one of them. circle: whether, where it is a
   conic, it is the rim of a circle. */
typedef struct {
    double low, high, mean;
    Curve curve;
    int shadow, upper, inside, circle;
} Limit;

/* Limits, one shadow's after the other; it grows. */
typedef struct {
    Limit *row;
    int count, capacity;
} Limits;

/* Convex parts of prisms, laid out as `ConvexParts` in Python: column `part` of rows that are `stride` long. */
typedef struct {
    int stride, corner_rows;
    const double *cylinder, *corners, *to_unit;
    const int *count;
    const unsigned char *circle;
} Parts;

#define NOT_A_NUMBER __builtin_nan("")
#define ENDLESS __builtin_inf()

static inline double sqrt(double x) { return __builtin_sqrt(x); }
static inline double magnitude(double x) { return __builtin_fabs(x); }
static inline double least(double a, double b) { return a < b ? a : b; }
static inline double most(double a, double b) { return a > b ? a : b; }

/* Between low and high; what is not a number comes to low. */
static inline double between(double x, double low, double high) { return x > low ? (x < high ? x : high) : low; }

void roots(double a, double h, double c, double found[2]);
double mean_height(const Curve *curve, double low, double high);
int crossings(const Limit *one, const Limit *other, double length, double found[4]);
void level_crossings(const Curve *curve, double level, double found[2]);
int quartic_roots(const double quartic[5], double low, double high, double found[4]);
void sort(double *numbers, int count);

int straight_rims(const View *view, const Parts *parts, int part, Rim *rims);
int round_rims(const View *view, const Parts *parts, int part, Rim rims[10]);
double cast_shadow(const View *view, const Parts *parts, int part, int number, Limits *limits);
double united(const View *view, const Limit *limits, int count);
void *grown(void *rows, int needed, int *capacity, size_t size);

#endif
