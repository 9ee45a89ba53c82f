/** Icons on a grid of 16, drawn as lines. */
const paths = {
  home: 'M2.5 7.5 8 3l5.5 4.5V13h-4V9.5h-3V13h-4z',
  receipt: 'M3.5 2.5h9v11l-1.5-1-1.5 1-1.5-1-1.5 1-1.5-1-1.5 1zM6 6h4M6 9h4',
  people:
    'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5zM2 13a4 4 0 0 1 8 0M10.5 3.2a2.25 2.25 0 0 1 0 4.1M12 9.6A4 4 0 0 1 14 13',
  repeat: 'M13 6.5A5.25 5.25 0 0 0 3.6 5M3 2.5V5h2.5M3 9.5A5.25 5.25 0 0 0 12.4 11m.6 2.5V11h-2.5',
  box: 'm8 2 5.5 3v6L8 14l-5.5-3V5zM2.5 5 8 8m0 0 5.5-3M8 8v6',
  split: 'M2.5 8H6l3-4h4m-2-2 2 2-2 2M6 8l3 4h4m-2-2 2 2-2 2',
  percent:
    'M12.5 3.5l-9 9M5 6.25a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5zM11 12.25a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5z',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V3M11.5 11V6',
  shop: 'M3 7v6.5h10V7M2.5 3h11l.5 3a2 2 0 0 1-4 0 2 2 0 0 1-4 0 2 2 0 0 1-4 0zM6.5 13.5V10h3v3.5',
  person: 'M8 7.5A2.5 2.5 0 1 0 8 2.5a2.5 2.5 0 0 0 0 5zM3 13.5a5 5 0 0 1 10 0',
  code: 'M5 4.5 1.5 8 5 11.5m6-7L14.5 8 11 11.5M9.25 3l-2.5 10',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1H3zM6.5 12.5a1.5 1.5 0 0 0 3 0',
  help: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM6.25 6.25a1.75 1.75 0 1 1 2.5 1.6c-.5.25-.75.6-.75 1.15M8 11.2v.01',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zm3.25-1.25L13.5 13.5',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  share: 'M8 9.5v-7m-2.5 2L8 2l2.5 2.5M5 7H3.5v6.5h9V7H11',
  out: 'M9.5 2.5h4v4m0-4-6 6m-1-5h-4v10h10v-4',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5.25a2.5 2.5 0 0 1 5 0V7.5',
  unlock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 4.6-1.35',
  alert: 'M8 2.5 14.5 13.5h-13zM8 6.5v3.5m0 1.75v.01',
  close: 'm4 4 8 8m0-8-8 8',
  more: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  dots: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
  up: 'm4 10 4-4 4 4',
  down: 'm4 6 4 4 4-4',
  left: 'M10 4 6 8l4 4',
  right: 'm6 4 4 4-4 4',
  updown: 'm5 6 3-3 3 3m-6 4 3 3 3-3',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  columns: 'M2.5 3.5h11v9h-11zm3.7 0v9m3.6-9v9',
  download: 'M8 2.5v7m-3-3 3 3 3-3M2.5 13h11',
  archive: 'M2.5 3h11v3h-11zm1 3v7h9V6M6.5 8.5h3',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H7',
  print: 'M4.5 6V2.5h7V6m-7 5h-2V6h11v5h-2m-7-2h7v4.5h-7z',
  link: 'M6.5 9.5l3-3M7.5 4.5 9 3a2.8 2.8 0 0 1 4 4l-1.5 1.5m-3 3L7 13a2.8 2.8 0 0 1-4-4l1.5-1.5',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  comment: 'M2.5 3.5h11v7.5H8L5 13.5V11H2.5z',
  card: 'M1.5 3.5h13v9h-13zm0 3h13M4 10h2',
  wallet: 'M2.5 4.5h10v8h-10zm0 0 8-2v2m0 3.5h3v2h-3a1 1 0 0 1 0-2z',
  fingerprint:
    'M4 11.5c.6-1 1-2.2 1-3.5a3 3 0 0 1 6 0c0 1.7-.2 3.4-.8 5M8 8c0 2-.4 3.8-1.4 5.4M2.7 9.4A6 6 0 0 0 3 8a5 5 0 0 1 10 0c0 .9 0 1.7-.2 2.5',
  sun: 'M8 5.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  leave: 'M6.5 3h-4v10h4M10 5l3 3-3 3M13 8H6',
  gear: 'M8 5.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5zM8 1.75v1.5M8 12.75v1.5M1.75 8h1.5M12.75 8h1.5M3.6 3.6l1.05 1.05M11.35 11.35l1.05 1.05M3.6 12.4l1.05-1.05M11.35 4.65l1.05-1.05',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3l2 1.5',
  good: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm-2.75 6.25 2 2 3.5-4',
  warn: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3.5M8 10.75v.01',
  bad: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm-2 4 4 4m0-4-4 4',
  notches: 'M1.5 5.5h2l.8 2 .8-2h2l.8 2 .8-2h2l.8 2 .8-2h2v5h-13z',
  pencil: 'm3 13 .6-2.9L11 2.7l2.3 2.3-7.4 7.4zM9.3 4.4l2.3 2.3',
  upload: 'M8 9.5v-7m-3 3 3-3 3 3M2.5 13h11',
  camera: 'M2.5 5h2.3L6 3.5h4L11.2 5h2.3v7.5h-11zM8 10.8a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  stop: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM4 12 12 4',
} as const

export type IconName = keyof typeof paths

/** The parts page lists them. */
export const iconNames = Object.keys(paths) as IconName[]

/** Shows an icon. It is hidden from screen readers, because a word always accompanies it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
