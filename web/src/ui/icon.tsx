const paths = {
  wait: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3l2 1.5',
  good: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm-2.75 6.25 2 2 3.5-4',
  warn: 'M8 2.25 14.25 13.25H1.75zM8 6.5v3M8 11.25v.01',
  bad: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm-2 4 4 4m0-4-4 4',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  copied: 'm3 8.5 3.5 3.5L13 4.5',
  card: 'M1.5 3.5h13v9h-13zm0 3h13M4 10h2',
  download: 'M8 2.5v7m-3-3 3 3 3-3M2.5 13h11',
  print: 'M4.5 6V2.5h7V6m-7 5h-2V6h11v5h-2m-7-2h7v4.5h-7z',
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
