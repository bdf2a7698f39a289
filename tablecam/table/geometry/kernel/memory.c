/* Memory that only grows: what is left behind is never more than what is in use, as each growth doubles. */

#include "shadow.h"

#define PAGE 65536
/* What the largest of numbers asks for. */
#define ALIGNED 16

extern unsigned char __heap_base;
static size_t used;

/* So many bytes; the program ends where there is no memory. */
__attribute__((export_name("reserve"))) void *reserve(size_t bytes) {
    if (!used)
        used = (size_t)&__heap_base;
    size_t start = (used + ALIGNED - 1) / ALIGNED * ALIGNED, size = __builtin_wasm_memory_size(0) * (size_t)PAGE;
    used = start + bytes;
    if (used > size && __builtin_wasm_memory_grow(0, (used - size + PAGE - 1) / PAGE) == (size_t)-1)
        __builtin_trap();
    return (void *)start;
}

/* Rows with room for so many, of a size; those that there are stay. */
void *grown(void *rows, int needed, int *capacity, size_t size) {
    if (needed <= *capacity)
        return rows;
    void *more = reserve(2 * needed * size);
    if (*capacity)
        __builtin_memcpy(more, rows, *capacity * size);
    *capacity = 2 * needed;
    return more;
}
