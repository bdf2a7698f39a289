/* The rims of convex prisms as an eye sees them: stretches of curves in (u, q).

   A straight edge stays straight in (u, q); of a circle or an ellipse each side becomes a line plus the root of a
   quadratic. */

#include "shadow.h"

/* In round parts, taken to the unit circle, the eye is on the rim when its power is less than this. */
#define ON_RIM 1e-6

typedef struct {
    double s, v;
} Place;

static Place corner(const View *view, const Parts *parts, int part, int number) {
    const double *x = parts->corners + (size_t)number * parts->stride + part;
    const double *y = x + (size_t)parts->corner_rows * parts->stride;
    double dx = *x - view->x, dy = *y - view->y;
    return (Place){view->ahead_x * dx + view->ahead_y * dy, view->ahead_x * dy - view->ahead_y * dx};
}

static int add_rim(Rim *rim, double half, double low, double high, int near, Curve curve) {
    low = between(low, -half, half);
    high = between(high, -half, half);
    *rim = (Rim){low, high, curve, near};
    return high - low > SLIVER_IN;
}

/* Where the parts' outline is cut open at the eye or at the target: the stretch of u, empty while low is over high. */
typedef struct {
    double low, high;
} Opening;

static void widen(Opening *opening, double end) {
    opening->low = least(opening->low, end);
    opening->high = most(opening->high, end);
}

/* The u of an edge's end, where the edge is cut off if the end lies behind the eye or the target. */
static double seen_end(Place end, Place start, double step_s, double step_v, double kept, double length) {
    double v = kept == end.s ? end.v : start.v + step_v / step_s * (kept - start.s);
    return length * v / kept;
}

/* The edges of a convex polygon, closed where the eye or the target cuts it open: how many rims, up to two more than
   corners. */
int straight_rims(const View *view, const Parts *parts, int part, Rim *rims) {
    double length = view->length, half = view->half_width, far = length - TOUCH_IN;
    Opening at_eye = {ENDLESS, -ENDLESS}, at_target = {ENDLESS, -ENDLESS};
    int count = 0;
    Place one = corner(view, parts, part, 0);
    for (int number = 1; number <= parts->count[part]; number++) {
        Place other = corner(view, parts, part, number);
        double step_s = other.s - one.s, step_v = other.v - one.v;
        double from = between(one.s, TOUCH_IN, far), to = between(other.s, TOUCH_IN, far);
        if (from != to || from == one.s) {
            double first = seen_end(one, one, step_s, step_v, from, length);
            double last = seen_end(other, one, step_s, step_v, to, length), cross = one.s * step_v - one.v * step_s;
            Curve curve = {step_v / cross * length, step_s / -cross, 0, 0, 0, 0};
            count += add_rim(rims + count, half, least(first, last), most(first, last), cross < 0, curve);
            if (from == TOUCH_IN)
                widen(&at_eye, first);
            if (to == TOUCH_IN)
                widen(&at_eye, last);
            if (from == far)
                widen(&at_target, first);
            if (to == far)
                widen(&at_target, last);
        }
        one = other;
    }
    if (at_eye.low < at_eye.high)
        count += add_rim(rims + count, half, at_eye.low, at_eye.high, 1, (Curve){length / TOUCH_IN, 0, 0, 0, 0, 0});
    if (at_target.low < at_target.high)
        count += add_rim(rims + count, half, at_target.low, at_target.high, 0, (Curve){1, 0, 0, 0, 0, 0});
    return count;
}

/* The near and the far rims of an ellipse: how many.

   With c the centre, g = g0 + u g1 the way to u across the target, both taken to the unit circle, the rim lies at
   the t = 1 / q that solve |t g - c|^2 = 1. */
int round_rims(const View *view, const Parts *parts, int part, Rim rims[10]) {
    double length = view->length, half = view->half_width;
    const double *to_unit = parts->to_unit + part;
    double t00 = to_unit[0], t01 = to_unit[parts->stride];
    double t10 = to_unit[2 * (size_t)parts->stride], t11 = to_unit[3 * (size_t)parts->stride];
    double px = parts->cylinder[part] - view->x, py = parts->cylinder[parts->stride + part] - view->y;
    double wx = view->ahead_x * length, wy = view->ahead_y * length;
    double cx = t00 * px + t01 * py, cy = t10 * px + t11 * py;
    double g0x = t00 * wx + t01 * wy, g0y = t10 * wx + t11 * wy;
    double g1x = t01 * view->ahead_x - t00 * view->ahead_y, g1y = t11 * view->ahead_x - t10 * view->ahead_y;
    double power = cx * cx + cy * cy - 1;
    if (magnitude(power) < ON_RIM)
        power = ON_RIM;
    double towards = cx * g0x + cy * g0y, slope = cx * g1x + cy * g1y;
    double lever0 = cx * g0y - cy * g0x, lever1 = cx * g1y - cy * g1x;
    /* the quadratics in u: |g|^2, the discriminant of that in t, and that in t at the target, t = 1 */
    double way0 = g0x * g0x + g0y * g0y, way1 = g0x * g1x + g0y * g1y, way2 = g1x * g1x + g1y * g1y;
    double under0 = way0 - lever0 * lever0, under1 = way1 - lever0 * lever1, under2 = way2 - lever1 * lever1;
    double ends[6];
    roots(under2, under1, under0, ends);
    roots(way2, way1 - slope, way0 - 2 * towards + power, ends + 2);
    for (int cut = 0; cut < 4; cut++)
        ends[cut] = between(ends[cut], -half, half);
    ends[4] = -half;
    ends[5] = half;
    sort(ends, 6);
    int count = 0;
    for (int stretch = 0; stretch < 5; stretch++) {
        double low = ends[stretch], high = ends[stretch + 1], u = (low + high) / 2;
        /* where a ray misses, the root is not a number and there is no rim */
        double passed = towards + slope * u + sqrt(under0 + (2 * under1 + under2 * u) * u);
        if (!(high - low > SLIVER_IN) || !(passed > most(power, 0)))
            continue;
        Curve near = {towards / power, slope / power, 1 / power, under0, 2 * under1, under2}, far = near;
        far.g = -1 / power;
        /* an eye inside has no near rim, and a target inside no far one */
        if (power < 0)
            near = (Curve){length / TOUCH_IN, 0, 0, 0, 0, 0};
        if (passed >= way0 + (2 * way1 + way2 * u) * u)
            far = (Curve){1, 0, 0, 0, 0, 0};
        rims[count++] = (Rim){low, high, near, 1};
        rims[count++] = (Rim){low, high, far, 0};
    }
    return count;
}
