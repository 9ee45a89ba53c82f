const paths = {
  wait: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3l2 1.5',
  good: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm-2.75 6.25 2 2 3.5-4',
  warn: 'M8 2.25 14.25 13.25H1.75zM8 6.5v3M8 11.25v.01',
  bad: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm-2 4 4 4m0-4-4 4',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  copied: 'm3 8.5 3.5 3.5L13 4.5',
  network:
    'M8 2v4M8 10v4M3.5 5l3 2M9.5 9l3 2M3.5 11l3-2M9.5 7l3-2M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  leave: 'M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13 3 7.5 8.5',
} as const

export type IconName = keyof typeof paths

/** Only the parts page lists them. */
export const iconNames = /* @__PURE__ */ Object.keys(paths) as IconName[]

/** Shows an icon. It is hidden from screen readers, because a word always accompanies it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
