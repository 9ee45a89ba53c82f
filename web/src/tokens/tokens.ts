/**
 * The colors and sizes of everything that people see: pages, the error page of the service and the
 * PDF. `tokens.css` is generated from it. A merchant's theme overrides the accent, the font and the
 * logo only.
 */
export const tokens = {
  light: {
    paper: '#fbfaf7',
    surface: '#ffffff',
    ink: '#1c1b19',
    'ink-soft': '#5b5750',
    line: '#e6e2da',
    accent: '#8a4b14',
    'on-accent': '#ffffff',
    good: '#17693c',
    warn: '#8a5a00',
    bad: '#b3261e',
    focus: '#1f6feb',
  },
  dark: {
    paper: '#151412',
    surface: '#1e1c19',
    ink: '#f3f0ea',
    'ink-soft': '#b5afa4',
    line: '#37332d',
    accent: '#e0a469',
    'on-accent': '#1c1b19',
    good: '#6fcf97',
    warn: '#f2c063',
    bad: '#f2857c',
    focus: '#7fb2ff',
  },
  /** The same in light and dark mode, so that a sandbox is recognized everywhere. */
  sandbox: { sandbox: '#ffb224', 'on-sandbox': '#1c1b19' },
  /** In pixels at the default font size. */
  space: [4, 8, 12, 16, 24, 32, 48, 64],
  text: [13, 15, 17, 20, 28, 40],
  leading: { tight: 1.15, normal: 1.5 },
} as const

/** Returns a size in rem, so that it scales with the reader's font size. */
export function toRem(pixels: number): string {
  return `${pixels / 16}rem`
}
