/** A color as red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number]

/**
 * Parses #rgb, #rgba, #rrggbb and #rrggbbaa, ignoring the alpha channel. Returns null for anything
 * else.
 */
export function parseColor(text: string): Rgb | null {
  const [, digits = ''] = /^#([0-9a-f]{3,8})$/i.exec(text) ?? []
  const size = { 3: 1, 4: 1, 6: 2, 8: 2 }[digits.length]
  if (!size) return null
  const part = (at: number) =>
    Number.parseInt(digits.slice(at * size, (at + 1) * size).repeat(3 - size), 16)
  return [part(0), part(1), part(2)]
}

export function formatColor(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Returns the WCAG contrast ratio of two colors, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Moves a color toward black or white until it is readable on a background. */
export function readableOn(color: Rgb, background: Rgb, minContrast = 4.5): Rgb {
  const toward = luminance(background) > 0.18 ? 0 : 255
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = mix(color, toward, share)
    if (contrast(mixed, background) >= minContrast) return mixed
  }
  return [toward, toward, toward]
}

/** Rounds, because a CSS color has whole numbers. */
function mix([red, green, blue]: Rgb, toward: number, share: number): Rgb {
  const part = (value: number) => Math.round(value + (toward - value) * share)
  return [part(red), part(green), part(blue)]
}
