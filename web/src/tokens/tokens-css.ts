import { tokens, toRem } from './tokens.js'

/** Returns the tokens as CSS custom properties. `npm run generate` writes it to `tokens.css`. */
export function tokensCss(): string {
  const { light, dark, sandbox, space, text, leading } = tokens
  return `/* Generated from tokens.ts: npm run generate */

:root {
  color-scheme: light dark;

${properties(light, 2)}

${properties(sandbox, 2)}

${sizes('space', space)}

${sizes('text', text)}
  --leading-tight: ${leading.tight};
  --leading: ${leading.normal};
  --weight-medium: 500;
  --weight-strong: 650;

  --font: system-ui, sans-serif;
  --font-mono: ui-monospace, Menlo, Consolas, monospace;

  --radius-control: 6px;
  --radius-card: 12px;
  --border: 1px solid var(--line);
  --shadow-float: 0 8px 24px rgb(28 27 25 / 12%);

  --focus-width: 2px;
  --focus-offset: 2px;
  --tap: 2.75rem;
  --motion: 160ms;
}

@media (prefers-color-scheme: dark) {
  :root {
${properties(dark, 4)}
    --shadow-float: 0 8px 24px rgb(0 0 0 / 48%);
  }
}

@media (prefers-reduced-motion: reduce) {
  :root {
    --motion: 0ms;
  }
}
`
}

/**
 * Returns the colors of each theme, for pages on which a reader chooses one. `npm run generate`
 * writes it to `themes.css`.
 */
export function themesCss(): string {
  const { light, dark } = tokens
  return `/* Generated from tokens.ts: npm run generate */

[data-theme="light"] {
  color-scheme: light;

${properties(light, 2)}
  --shadow-float: 0 8px 24px rgb(28 27 25 / 12%);
}

[data-theme="dark"] {
  color-scheme: dark;

${properties(dark, 2)}
  --shadow-float: 0 8px 24px rgb(0 0 0 / 48%);
}
`
}

function properties(colors: Readonly<Record<string, string>>, indent: number): string {
  return Object.entries(colors)
    .map(([name, color]) => `${' '.repeat(indent)}--${name}: ${color};`)
    .join('\n')
}

/** Named by pixels, in rem. */
function sizes(kind: string, pixels: readonly number[]): string {
  return pixels.map((size) => `  --${kind}-${size}: ${toRem(size)};`).join('\n')
}
