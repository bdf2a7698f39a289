/* Real roots of polynomials between two places, found between the extremes, which are roots of the derivative. */

#include "shadow.h"

/* Halving as often takes any stretch of a target to the last digit. */
#define HALVINGS 60

static double value(const double *coefficients, int degree, double x) {
    double found = coefficients[degree];
    for (int power = degree - 1; power >= 0; power--)
        found = found * x + coefficients[power];
    return found;
}

/* The one root between low and high, at which the values differ in sign: Newton's steps, or halves where they leave. */
static double root_between(const double *coefficients, int degree, double low, double high, int rising) {
    double x = (low + high) / 2;
    for (int step = 0; step < HALVINGS; step++) {
        double at = coefficients[degree], slope = 0;
        for (int power = degree - 1; power >= 0; power--) {
            slope = slope * x + at;
            at = at * x + coefficients[power];
        }
        if (at == 0)
            return x;
        if ((at > 0) == rising)
            high = x;
        else
            low = x;
        double next = x - at / slope;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (next == x || high - low <= SLIVER_IN)
            return next;
        x = next;
    }
    return x;
}

static int roots_within(const double *coefficients, int degree, double low, double high, double *found) {
    double slope[5], ends[6];
    int count = 0, extremes = 0;
    ends[0] = low;
    if (degree > 1) {
        for (int power = 1; power <= degree; power++)
            slope[power - 1] = power * coefficients[power];
        extremes = roots_within(slope, degree - 1, low, high, ends + 1);
    }
    ends[extremes + 1] = high;
    double before = value(coefficients, degree, low);
    for (int part = 0; part <= extremes; part++) {
        double after = value(coefficients, degree, ends[part + 1]);
        if ((before < 0) != (after < 0))
            found[count++] = root_between(coefficients, degree, ends[part], ends[part + 1], after >= 0);
        before = after;
    }
    return count;
}

/* How many; where a curve only touches zero there may be none. quartic: lowest coefficients first. */
int quartic_roots(const double quartic[5], double low, double high, double found[4]) {
    return roots_within(quartic, 4, low, high, found);
}
