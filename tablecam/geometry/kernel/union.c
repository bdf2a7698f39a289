/* What several shadows hide together, exactly: cut the target's width wherever a limit ends or two of them cross.

   Between neighbouring cuts no two limits cross, so their order is that of their mean heights, and the hidden area is the
   mean height under at least one shadow times the width. */

#include "shadow.h"

typedef struct {
    double height;
    int opens;
} Edge;

/* A stretch of the target's width. */
typedef struct {
    double low, high;
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

/* Every place where a limit begins or ends or two may cross, in order; what lies on the target's bottom or top meets
   nothing. */
static int cuts_of(const Limit *limits, int count, double length, double **cuts) {
    static double *places;
    static int room;
    int found = 0;
    for (int i = 0; i < count; i++) {
        const Limit *one = limits + i;
        places = grown(places, found + 2 + 4 * i, &room, sizeof(double));
        places[found++] = one->low;
        places[found++] = one->high;
        for (int j = 0; one->inside && j < i; j++) {
            const Limit *other = limits + j;
            double low = most(one->low, other->low), high = least(one->high, other->high), where[4];
            if (!other->inside || other->shadow == one->shadow || !(high - low > SLIVER_IN))
                continue;
            int crossed = crossings(one, other, length, where);
            for (int k = 0; k < crossed; k++)
                if (where[k] > low && where[k] < high)
                    places[found++] = where[k];
        }
    }
    sort(places, found);
    *cuts = places;
    return found;
}

/* How much of the height between two neighbouring cuts is hidden, in the mean. */
static double hidden_height(const Limit *limits, int count, double low, double high, Edge *edges) {
    double middle = (low + high) / 2, hidden = 0;
    int found = 0, depth = 0;
    for (int i = 0; i < count; i++) {
        const Limit *limit = limits + i;
        if (!(limit->low < middle && middle < limit->high))
            continue;
        double height = mean_height(&limit->curve, low, high);
        int place = found++;
        for (; place > 0 && edges[place - 1].height > height; place--)
            edges[place] = edges[place - 1];
        edges[place] = (Edge){height, limit->upper ? -1 : 1};
    }
    for (int i = 0; i + 1 < found; i++) {
        depth += edges[i].opens;
        if (depth > 0)
            hidden += edges[i + 1].height - edges[i].height;
    }
    return hidden;
}

/* The area that shadows hide together over a stretch of the target's width, given their limits there. */
static double hidden_area(const Limit *limits, int count, double length) {
    static Edge *edges;
    static int room;
    double *cuts, area = 0;
    int places = cuts_of(limits, count, length, &cuts);
    edges = grown(edges, count, &room, sizeof(Edge));
    for (int i = 0; i + 1 < places; i++)
        if (cuts[i + 1] - cuts[i] > SLIVER_IN)
            area += hidden_height(limits, count, cuts[i], cuts[i + 1], edges) * (cuts[i + 1] - cuts[i]);
    return area;
}

static void add_stretch(double low, double high, int *count) {
    stretches = grown(stretches, *count + 1, &stretch_room, sizeof(Stretch));
    int place = (*count)++;
    for (; place > 0 && stretches[place - 1].low > low; place--)
        stretches[place] = stretches[place - 1];
    stretches[place] = (Stretch){low, high};
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
