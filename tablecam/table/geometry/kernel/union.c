/* What several shadows hide together, exactly: cut the target's width wherever a limit ends or two of them cross.

   Between neighbouring cuts no two limits cross, so their order is that of their mean heights, and the hidden area is the
   mean height under at least one shadow times the width. A sweep from left to right knows at each cut which limits run
   there, and their order hardly changes from one cut to the next.

   Limits that cross under other shadows cut the width too, and of many shadows most do. So many shadows are parted into
   neighbours until few are left together. Two parts come together by the outlines of what each hides, which mostly have few
   limits at any place: then a view of n slats takes some n log n steps instead of n^3. */

#include "shadow.h"

/* Of so many limits, the cuts are taken at one go: fewer are not worth an outline. */
#define FEW_LIMITS 64

/* A limit that runs over the stretch between two cuts, and its mean height there. */
typedef struct {
    double height;
    int limit;
} Edge;

/* A stretch of the target's width, and what runs over it. */
typedef struct {
    double low, high;
    int number;
} Stretch;

static Stretch *stretches;
static int stretch_room;

/* Few numbers are put in order one by one; of many, halves are put in order first. */
#define FEW 24

void sort(double *numbers, int count) {
    while (count > FEW) {
        double pivot = numbers[count / 2];
        int low = 0, high = count - 1;
        while (low <= high) {
            while (numbers[low] < pivot)
                low++;
            while (numbers[high] > pivot)
                high--;
            if (low <= high) {
                double other = numbers[low];
                numbers[low++] = numbers[high];
                numbers[high--] = other;
            }
        }
        sort(numbers, high + 1);
        numbers += low;
        count -= low;
    }
    for (int i = 1; i < count; i++) {
        double number = numbers[i];
        int place = i;
        for (; place > 0 && numbers[place - 1] > number; place--)
            numbers[place] = numbers[place - 1];
        numbers[place] = number;
    }
}

/* Stretches by where they begin: of so many the halves are put in order, and then laid into one another. */
static void sort_stretches(Stretch *rows, Stretch *spare, int count) {
    if (count > FEW) {
        int half = count / 2, left = 0, right = half;
        sort_stretches(rows, spare, half);
        sort_stretches(rows + half, spare, count - half);
        __builtin_memcpy(spare, rows, count * sizeof(Stretch));
        for (int place = 0; place < count; place++) {
            int take_left = right == count || (left < half && !(spare[right].low < spare[left].low));
            rows[place] = spare[take_left ? left++ : right++];
        }
        return;
    }
    for (int i = 1; i < count; i++) {
        Stretch row = rows[i];
        int place = i;
        for (; place > 0 && rows[place - 1].low > row.low; place--)
            rows[place] = rows[place - 1];
        rows[place] = row;
    }
}

static void in_order(Stretch *rows, int count) {
    static Stretch *spare;
    static int room;
    spare = grown(spare, count, &room, sizeof(Stretch));
    sort_stretches(rows, spare, count);
}

/* Adds where two limits may cross; returns how many cuts there are then. */
static int add_crossings(const Limit *one, const Limit *other, double length, double *places, int count) {
    double low = most(one->low, other->low), high = least(one->high, other->high), where[4];
    if (other->shadow == one->shadow || !(high - low > SLIVER_IN))
        return count;
    int crossed = crossings(one, other, length, where);
    for (int k = 0; k < crossed; k++)
        if (where[k] > low && where[k] < high)
            places[count++] = where[k];
    return count;
}

/* Every place where a limit begins or ends or two may cross, in order; what lies on the target's bottom or top meets
   nothing. by_low: the limits by where they begin. */
static int cuts_of(const Limit *limits, const Stretch *by_low, int count, double length, double **cuts) {
    static double *places;
    static int *running;
    static int room, running_room;
    int found = 0, runs = 0;
    running = grown(running, count, &running_room, sizeof(int));
    for (int i = 0; i < count; i++) {
        int number = by_low[i].number, kept = 0;
        const Limit *one = limits + number;
        places = grown(places, found + 2 + 4 * runs, &room, sizeof(double));
        places[found++] = one->low;
        places[found++] = one->high;
        if (!one->inside)
            continue;
        for (int k = 0; k < runs; k++) {
            int other = running[k];
            if (!(limits[other].high > one->low))
                continue;
            running[kept++] = other;
            /* always in the order in which they were cast, so that rounding does not depend on where they begin */
            int first = other > number ? other : number, second = other > number ? number : other;
            found = add_crossings(limits + first, limits + second, length, places, found);
        }
        running[kept++] = number;
        runs = kept;
    }
    sort(places, found);
    *cuts = places;
    return found;
}

/* The limits that run over a stretch between two cuts, with their heights, in order: those before that go on, and those
   that begin. */
typedef struct {
    Edge *edges;
    int count, begun, room;
} Running;

static void run_on(Running *running, const Limit *limits, const Stretch *by_low, int count, double low, double high) {
    double middle = (low + high) / 2;
    int kept = 0;
    running->edges = grown(running->edges, count, &running->room, sizeof(Edge));
    Edge *edges = running->edges;
    for (int i = 0; i < running->count; i++)
        if (middle < limits[edges[i].limit].high)
            edges[kept++] = edges[i];
    for (; running->begun < count && by_low[running->begun].low < middle; running->begun++)
        if (middle < by_low[running->begun].high)
            edges[kept++].limit = by_low[running->begun].number;
    running->count = kept;
    for (int i = 0; i < kept; i++) {
        Edge edge = {mean_height(&limits[edges[i].limit].curve, low, high), edges[i].limit};
        int place = i;
        for (; place > 0 && edges[place - 1].height > edge.height; place--)
            edges[place] = edges[place - 1];
        edges[place] = edge;
    }
}

/* How much of the height is hidden where limits run over a stretch in order. */
static double hidden_height(const Limit *limits, const Edge *edges, int count) {
    double hidden = 0;
    int depth = 0;
    for (int i = 0; i + 1 < count; i++) {
        depth += limits[edges[i].limit].upper ? -1 : 1;
        if (depth > 0)
            hidden += edges[i + 1].height - edges[i].height;
    }
    return hidden;
}

/* The outline of what shadows hide together, as the limits of one shadow. since: of each limit, where it began to lie on the
   outline; no number where it does not. */
typedef struct {
    Limits limits;
    double *since;
    int room;
} Outline;

static void add_outline(Outline *outline, const Limit *limits, int number, double end) {
    Limit piece = limits[number];
    piece.low = outline->since[number];
    piece.high = least(end, piece.high);
    outline->since[number] = NOT_A_NUMBER;
    if (!(piece.high - piece.low > SLIVER_IN))
        return;
    Limits *rows = &outline->limits;
    rows->row = grown(rows->row, rows->count + 1, &rows->capacity, sizeof(Limit));
    rows->row[rows->count++] = piece;
}

/* Takes in a stretch from `low` on, where limits run in order: what begins or ceases to lie on the outline. */
static void follow_outline(Outline *outline, const Limit *limits, const Edge *edges, int count, double low) {
    int depth = 0;
    for (int i = 0; i < count; i++) {
        int number = edges[i].limit, before = depth;
        depth += limits[number].upper ? -1 : 1;
        int outer = before <= 0 ? depth > 0 : depth <= 0, lies = outline->since[number] == outline->since[number];
        if (outer && !lies)
            outline->since[number] = low;
        if (!outer && lies)
            add_outline(outline, limits, number, low);
    }
}

/* The area that shadows hide together over a stretch of the target's width, given their limits there; and its outline, unless
   that is null. */
static double sweep(const Limit *limits, int count, double length, Outline *outline) {
    static Stretch *by_low;
    static int room;
    static Running running;
    double *cuts, area = 0;
    by_low = grown(by_low, count, &room, sizeof(Stretch));
    for (int i = 0; i < count; i++)
        by_low[i] = (Stretch){limits[i].low, limits[i].high, i};
    in_order(by_low, count);
    int places = cuts_of(limits, by_low, count, length, &cuts);
    running.count = running.begun = 0;
    for (int i = 0; i + 1 < places; i++) {
        double low = cuts[i], high = cuts[i + 1];
        if (!(high - low > SLIVER_IN))
            continue;
        run_on(&running, limits, by_low, count, low, high);
        area += hidden_height(limits, running.edges, running.count) * (high - low);
        if (outline)
            follow_outline(outline, limits, running.edges, running.count, low);
    }
    return area;
}

/* The limits of one shadow; its middle across the target and upwards, and its extent. */
typedef struct {
    const Limit *limits;
    int count;
    double middle[2], extent[2];
} Shadow;

static Shadow shadow_of(const Limit *limits, int count) {
    double low = ENDLESS, high = -ENDLESS, bottom = ENDLESS, top = -ENDLESS;
    for (int i = 0; i < count; i++) {
        low = least(low, limits[i].low);
        high = most(high, limits[i].high);
        bottom = least(bottom, limits[i].mean);
        top = most(top, limits[i].mean);
    }
    return (Shadow){limits, count, {(low + high) / 2, (bottom + top) / 2}, {high - low, top - bottom}};
}

static int shadows_of(const Limit *limits, int count, Shadow **shadows) {
    static Shadow *rows;
    static int room;
    int found = 0;
    rows = grown(rows, count, &room, sizeof(Shadow));
    for (int first = 0, last; first < count; first = last) {
        for (last = first + 1; last < count && limits[last].shadow == limits[first].shadow;)
            last++;
        rows[found++] = shadow_of(limits + first, last - first);
    }
    *shadows = rows;
    return found;
}

/* Parts shadows into two lots of neighbours, the way in which they are spread farther for their extent; how many come first. */
static int part_shadows(Shadow *shadows, int count) {
    double spread[2], mean[2];
    for (int way = 0; way < 2; way++) {
        double first = ENDLESS, last = -ENDLESS, extents = 0, sum = 0;
        for (int i = 0; i < count; i++) {
            first = least(first, shadows[i].middle[way]);
            last = most(last, shadows[i].middle[way]);
            extents += shadows[i].extent[way];
            sum += shadows[i].middle[way];
        }
        spread[way] = (last - first) / most(extents, SLIVER_IN);
        mean[way] = sum / count;
    }
    int way = spread[1] > spread[0], before = 0;
    for (int i = 0; i < count; i++)
        if (shadows[i].middle[way] < mean[way]) {
            Shadow shadow = shadows[before];
            shadows[before++] = shadows[i];
            shadows[i] = shadow;
        }
    return before > 0 && before < count ? before : count / 2;
}

/* Sweeps the last limits of a pile, from a place on, puts their outline in their place, and returns its area. */
static double sweep_pile(Limits *pile, int start, double length) {
    static Outline outline;
    const Limit *limits = pile->row + start;
    int count = pile->count - start;
    outline.since = grown(outline.since, count, &outline.room, sizeof(double));
    for (int i = 0; i < count; i++)
        outline.since[i] = NOT_A_NUMBER;
    outline.limits.count = 0;
    double area = sweep(limits, count, length, &outline);
    for (int i = 0; i < count; i++)
        if (outline.since[i] == outline.since[i])
            add_outline(&outline, limits, i, limits[i].high);
    pile->count = start + outline.limits.count;
    pile->row = grown(pile->row, pile->count, &pile->capacity, sizeof(Limit));
    for (int i = 0; i < outline.limits.count; i++) {
        pile->row[start + i] = outline.limits.row[i];
        pile->row[start + i].shadow = start;
    }
    return area;
}

/* Lays the outline of what shadows hide together on a pile, and returns its area. */
static double pile_outline(Shadow *shadows, int count, double length, Limits *pile) {
    int start = pile->count, limits = 0;
    for (int i = 0; i < count; i++)
        limits += shadows[i].count;
    if (limits > FEW_LIMITS && count > 1) {
        int before = part_shadows(shadows, count);
        pile_outline(shadows, before, length, pile);
        pile_outline(shadows + before, count - before, length, pile);
        return sweep_pile(pile, start, length);
    }
    pile->row = grown(pile->row, start + limits, &pile->capacity, sizeof(Limit));
    for (int i = 0; i < count; i++) {
        __builtin_memcpy(pile->row + pile->count, shadows[i].limits, shadows[i].count * sizeof(Limit));
        pile->count += shadows[i].count;
    }
    return sweep_pile(pile, start, length);
}

/* The area that shadows hide together over a stretch of the target's width, given their limits there. */
static double hidden_area(const Limit *limits, int count, double length) {
    static Limits pile;
    if (count <= FEW_LIMITS)
        return sweep(limits, count, length, 0);
    Shadow *shadows;
    pile.count = 0;
    int number = shadows_of(limits, count, &shadows);
    return pile_outline(shadows, number, length, &pile);
}

static void add_stretch(double low, double high, int *count) {
    stretches = grown(stretches, *count + 1, &stretch_room, sizeof(Stretch));
    stretches[(*count)++] = (Stretch){low, high, 0};
}

/* Where one shadow runs from the target's bottom to its top, in order of where that begins; how many stretches. */
static int whole_heights(const View *view, const Limit *limits, int count) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        const Limit *upper = limits + i;
        if (!upper->upper || upper->mean != view->top)
            continue;
        int first = i;
        while (first > 0 && limits[first - 1].shadow == upper->shadow)
            first--;
        for (int j = first; j < count && limits[j].shadow == upper->shadow; j++) {
            const Limit *lower = limits + j;
            double low = most(upper->low, lower->low), high = least(upper->high, lower->high);
            if (!lower->upper && lower->mean == view->bottom && high - low > SLIVER_IN)
                add_stretch(low, high, &found);
        }
    }
    in_order(stretches, found);
    return found;
}

/* The limits that run over a stretch, cut off at its ends; how many. */
static int limits_over(const Limit *limits, int count, double low, double high, Limit **over) {
    static Limit *rows;
    static int room;
    int found = 0;
    rows = grown(rows, count, &room, sizeof(Limit));
    for (int i = 0; i < count; i++) {
        double from = most(limits[i].low, low), to = least(limits[i].high, high);
        if (!(to - from > SLIVER_IN))
            continue;
        rows[found] = limits[i];
        rows[found].low = from;
        rows[found++].high = to;
    }
    *over = rows;
    return found;
}

/* The area that shadows hide together, given their limits, one shadow's after the other. Where one of them runs over the
   whole height nothing else matters; mostly that is so, and leaves little to cut. */
double united(const View *view, const Limit *limits, int count) {
    int whole = whole_heights(view, limits, count);
    double open = -view->half_width, area = 0;
    for (int i = 0; i <= whole; i++) {
        double low = i < whole ? stretches[i].low : view->half_width;
        if (low - open > SLIVER_IN) {
            Limit *over;
            int there = limits_over(limits, count, open, low, &over);
            area += hidden_area(over, there, view->length);
        }
        if (i < whole) {
            double from = most(open, low);
            area += most(stretches[i].high - from, 0) * (view->top - view->bottom);
            open = most(open, stretches[i].high);
        }
    }
    return area;
}
