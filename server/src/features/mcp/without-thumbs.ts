/** Returns lines without their pictures. Those are data URIs, which would fill the context of a model. */
export function withoutThumbs<Line extends { thumb?: string }>(
  lines: readonly Line[],
): Omit<Line, 'thumb'>[] {
  return lines.map(({ thumb: _, ...line }) => line)
}
