/** Returns a Markdown table. Cells must not contain bars or line breaks. */
export function renderTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [heads, heads.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
