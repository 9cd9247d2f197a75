// Computes the positions of stacked pages, so that only those in view need to be rendered.
export type Stack = { tops: number[]; total: number };

/** Stacks heights with a gap above each one and below the last one. */
export function stack(heights: number[], gap: number): Stack {
  const tops: number[] = [];
  let at = gap;
  for (const h of heights) {
    tops.push(at);
    at += h + gap;
  }
  return { tops, total: at };
}

/** Returns the index of the page at a height. */
export function pageAt({ tops }: Stack, y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}
