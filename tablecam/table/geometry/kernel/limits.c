/* The shadows that convex prisms throw from an eye onto an upright target: exact, by perspective.

   A prism that a ray passes between t1 and t2 (parts of the way to the target), with its faces `bottom` and `top` above
   the eye's height, hides there the open heights from min(bottom / t1, bottom / t2) to max(top / t1, top / t2). So each
   limit of a shadow is a rim's q = 1 / t times one height: of the near rim or of the far one, by which side of that face
   the eye is on. */

#include "shadow.h"

/* Of one rim: a limit above and one below, each cut into up to five pieces. */
#define PIECES 10

/* One piece, cut off at the target's bottom and top; returns the area under it. */
static double add_piece(const View *view, Limits *limits, Limit piece) {
    double height = mean_height(&piece.curve, piece.low, piece.high);
    piece.mean = between(height, view->bottom, view->top);
    if (piece.mean != height)
        piece.curve = (Curve){piece.mean, 0, 0, 0, 0, 0};
    piece.inside = view->bottom < piece.mean && piece.mean < view->top;
    limits->row[limits->count++] = piece;
    return piece.mean * (piece.high - piece.low);
}

static int over(const Curve *curve, double u, double level) { return curve->p + curve->r * u > level; }

/* Whether a straight line runs over the whole of its stretch on one side of a level. */
static int clear_of(const Limit *limit, double level) {
    return over(&limit->curve, limit->low, level) == over(&limit->curve, limit->high, level);
}

/* A limit in as many pieces as it takes that each keeps inside the target's height, or lies flat on its bottom or its
   top; returns the area under them. */
static double add_limit(const View *view, Limits *limits, Limit limit) {
    if (limit.curve.g == 0 && clear_of(&limit, view->bottom) && clear_of(&limit, view->top))
        return add_piece(view, limits, limit);
    double ends[6], area = 0;
    level_crossings(&limit.curve, view->bottom, ends);
    level_crossings(&limit.curve, view->top, ends + 2);
    for (int cut = 0; cut < 4; cut++)
        ends[cut] = between(ends[cut], limit.low, limit.high);
    ends[4] = limit.low;
    ends[5] = limit.high;
    sort(ends, 6);
    for (int piece = 0; piece < 5; piece++) {
        if (!(ends[piece + 1] - ends[piece] > SLIVER_IN))
            continue;
        limit.low = ends[piece];
        limit.high = ends[piece + 1];
        area += add_piece(view, limits, limit);
    }
    return area;
}

/* A face's limit along a rim. As q is 1 or more, a face that lies farther from the eye's height than the target does
   limits nothing: there the limit lies flat on the target's bottom or top. */
static double add_face(const View *view, Limits *limits, const Rim *rim, double face, Limit limit) {
    int beyond = limit.upper ? face >= most(view->top, 0) : face <= least(view->bottom, 0);
    limit.low = rim->low;
    limit.high = rim->high;
    limit.curve = rim->curve;
    if (beyond)
        limit.curve = (Curve){limit.upper ? view->top : view->bottom, 0, 0, 0, 0, 0};
    limit.curve.p *= beyond ? 1 : face;
    limit.curve.r *= face;
    limit.curve.g *= face;
    return add_limit(view, limits, limit);
}

static double height_over(const View *view, double z) {
    double height = z - view->z;
    return magnitude(height) < TOUCH_IN ? 0 : height;
}

/* Adds the limits of a part's shadow, and returns its share of the target: 0 or nothing if it has none, and then no
   limits are added. */
double cast_shadow(const View *view, const Parts *parts, int part, int number, Limits *limits) {
    static Rim *rims;
    static int room;
    int corners = parts->count[part], start = limits->count;
    rims = grown(rims, most(corners + 2, 10), &room, sizeof(Rim));
    int count = corners ? straight_rims(view, parts, part, rims) : round_rims(view, parts, part, rims);
    limits->row = grown(limits->row, start + PIECES * count, &limits->capacity, sizeof(Limit));
    double low = height_over(view, parts->cylinder[3 * (size_t)parts->stride + part]);
    double high = height_over(view, parts->cylinder[4 * (size_t)parts->stride + part]), area = 0;
    Limit limit = {.shadow = number, .circle = parts->circle[part]};
    for (int number = 0; number < count; number++) {
        const Rim *rim = rims + number;
        limit.upper = 0;
        if ((low < 0) == rim->near)
            area -= add_face(view, limits, rim, low, limit);
        limit.upper = 1;
        if ((high > 0) == rim->near)
            area += add_face(view, limits, rim, high, limit);
    }
    double share = area / view->area;
    if (share > NOTHING)
        return share > 1 - NOTHING ? 1 : share;
    limits->count = start;
    return 0;
}
