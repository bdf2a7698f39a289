/* Square roots of quadratics: their mean over a stretch, and where two curves meet. */

#include "shadow.h"

/* Below this, the factor of a conic's segment is summed as a series: four terms then leave less than 1e-13, and the
   closed form loses less than 1e-12 to cancellation beyond it. */
#define SERIES_BELOW 0.001

/* Two heights whose sum is below this count as zero, so that nothing is divided by them. */
#define NO_HEIGHT 1e-150

/* Both real roots of a x^2 + 2 h x + c = 0, not numbers where there is none; the second of a straight line is huge.
   The larger is computed without cancellation, the smaller from the product of both. */
void roots(double a, double h, double c, double found[2]) {
    double large = -(h + __builtin_copysign(sqrt(h * h - a * c), h));
    found[0] = large / a;
    found[1] = c / large;
}

/* Half an angle's tangent, or half an area's hyperbolic tangent, is taken until it is no larger; then so many terms of
   the series leave less than the last digit. */
#define SMALL 0.125
#define TERMS 9

/* The arc whose tangent is t, or, if open, the area whose hyperbolic tangent is t; t is not negative. */
static double arc(double t, int open) {
    double times = 1, sum = 0;
    while (t > SMALL) {
        t /= 1 + sqrt(open ? most(1 - t * t, 0) : 1 + t * t);
        times *= 2;
    }
    double square = open ? t * t : -t * t;
    for (int term = TERMS; term > 0; term--)
        sum = (sum + 1.0 / (2 * term + 1)) * square;
    return times * t * (1 + sum);
}

/* H(x) / both for x = bent / both^2, where H = sum of 4 x^k / ((2k + 1)(2k + 3)). */
static double segment(double both, double bent) {
    double square = both * both, ratio = bent / square;
    if (magnitude(ratio) < SERIES_BELOW)
        return (((4.0 / 63 * ratio + 4.0 / 35) * ratio + 4.0 / 15) * ratio + 4.0 / 3) / both;
    double size2 = magnitude(bent), size = sqrt(size2), found;
    if (bent < 0)
        found = arc(size / both, 0) * (square + size2) / size - both;
    else
        found = both - arc(least(size / both, 1 - 1e-16), 1) * (square - size2) / size;
    return 2 * found / size2;
}

/* The chord's mean height and what the arc of the conic adds to it. Of a circle that is the segment
   (2 alpha - sin 2 alpha) r^2 / 2; here in a form that holds for ellipse, parabola and hyperbola. */
static double mean_root(const Curve *curve, double low, double high) {
    double a = curve->a, b = curve->b, c = curve->c, width = high - low;
    double first = sqrt(most(a + (b + c * low) * low, 0)), last = sqrt(most(a + (b + c * high) * high, 0));
    double both = most(first + last, NO_HEIGHT), rise = last - first, bent = c * width * width;
    return both / 2 + (rise * rise - bent) / 8 * segment(both, bent);
}

/* The mean of a curve over a stretch, exactly. */
double mean_height(const Curve *curve, double low, double high) {
    double straight = curve->p + curve->r * ((low + high) / 2);
    return curve->g == 0 ? straight : straight + curve->g * mean_root(curve, low, high);
}

/* Where r u - p is the root of a conic's quadratic, of either sign. */
static void on_conic(double p, double r, const Curve *bent, double found[2]) {
    double square = bent->g * bent->g;
    roots(square * bent->c - r * r, square * bent->b / 2 + p * r, square * bent->a - p * p, found);
}

/* Where a curve meets a height; not numbers where it does not. */
void level_crossings(const Curve *curve, double level, double found[2]) {
    double p = level - curve->p;
    found[0] = p / curve->r;
    found[1] = NOT_A_NUMBER;
    if (curve->g != 0)
        on_conic(p, curve->r, curve, found);
}

/* The product of two polynomials of the second degree, lowest coefficients first. */
static void product(const double p[3], const double q[3], double found[5]) {
    for (int power = 0; power < 5; power++)
        found[power] = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            found[i + j] += p[i] * q[j];
}

/* Where two conics may meet between low and high. Squared twice the difference is a quartic. For the rims of two
   circles seen from `length` away it has the factor u^2 + length^2, which leaves a quadratic. */
static int meetings(const Limit *one, const Limit *other, double low, double high, double length, double found[4]) {
    const Curve *first = &one->curve, *second = &other->curve;
    double line[3] = {first->p - second->p, first->r - second->r, 0}, square[5], mixed[5], quartic[5];
    double g1 = first->g * first->g, g2 = second->g * second->g;
    product(line, line, square);
    double root[3] = {first->a, first->b, first->c};
    double even[3] = {square[0] + g1 * first->a - g2 * second->a, square[1] + g1 * first->b - g2 * second->b,
                      square[2] + g1 * first->c - g2 * second->c};
    product(even, even, quartic);
    product(square, root, mixed);
    for (int power = 0; power < 5; power++)
        quartic[power] -= 4 * g1 * mixed[power];
    if (!one->circle || !other->circle)
        return quartic_roots(quartic, low, high, found);
    roots(quartic[4], quartic[3] / 2, quartic[2] - length * length * quartic[4], found);
    return 2;
}

/* How many places where two limits may cross; those beyond the stretch that both run over are to be left out. */
int crossings(const Limit *one, const Limit *other, double length, double found[4]) {
    int bent_one = one->curve.g != 0, bent_other = other->curve.g != 0;
    if (bent_one && bent_other)
        return meetings(one, other, most(one->low, other->low), least(one->high, other->high), length, found);
    double p = other->curve.p - one->curve.p, r = one->curve.r - other->curve.r;
    if (bent_one || bent_other) {
        on_conic(p, r, bent_one ? &one->curve : &other->curve, found);
        return 2;
    }
    found[0] = p / r;
    return 1;
}
