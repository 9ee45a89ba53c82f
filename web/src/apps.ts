/**
 * The apps that browsers load, one line each. `src/<name>/main.tsx` is the entry of its script and
 * styles, and `src/<name>/render-page.tsx` renders its pages. The build, the routes of scripts and
 * the test of sizes read this list. A budget is the size of the entry script and of the styles,
 * compressed, in bytes.
 */
export const apps = {
  portal: { maxScriptBytes: 25_600, maxStyleBytes: 5_120 },
  start: { maxScriptBytes: 2_048, maxStyleBytes: 4_096 },
  card: { maxScriptBytes: 1_024, maxStyleBytes: 4_096 },
  shop: { maxScriptBytes: 15_360, maxStyleBytes: 8_192 },
  graphql: { maxScriptBytes: 2_048, maxStyleBytes: 4_096 },
  console: { maxScriptBytes: 92_160, maxStyleBytes: 20_480 },
  join: { maxScriptBytes: 16_384, maxStyleBytes: 4_096 },
  pos: { maxScriptBytes: 30_720, maxStyleBytes: 8_192 },
  parts: { maxScriptBytes: 17_408, maxStyleBytes: 6_144 },
} as const

/**
 * The scripts that pages of other sites load, as `/<name>.js`. `src/<name>/main.ts` is the entry. They
 * have no page of ours, and their styles are part of the script.
 */
export const widgets = {
  'pay-button': { maxScriptBytes: 3_072 },
} as const

export type AppName = keyof typeof apps
