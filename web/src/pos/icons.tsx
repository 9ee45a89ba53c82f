const paths = {
  wifi: 'M3 9.5a13 13 0 0 1 18 0M6.3 13a8.2 8.2 0 0 1 11.4 0M9.5 16.3a3.6 3.6 0 0 1 5 0M12 19.5v.1',
  off: 'M3 9.5a13 13 0 0 1 18 0M6.3 13a8.2 8.2 0 0 1 11.4 0M9.5 16.3a3.6 3.6 0 0 1 5 0M12 19.5v.1M4 3l16 18',
  lock: 'M6.5 10.5h11a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM8 10.5v-3a4 4 0 0 1 8 0v3',
  back: 'M8 5.5h12a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H8L2.5 12zM11.5 9.5l5 5M16.5 9.5l-5 5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  pause: 'M9 5.5v13M15 5.5v13',
  bin: 'M4 6.5h16M9 6.5v-3h6v3M6 6.5 7 20.5h10l1-14M10 11v5.5M14 11v5.5',
  keys: 'M6 5.5v.1M12 5.5v.1M18 5.5v.1M6 12v.1M12 12v.1M18 12v.1M6 18.5v.1M12 18.5v.1M18 18.5v.1',
  grid: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  list: 'M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9 8.5h6M9 12.5h6',
  day: 'M4 5.5h16v15H4zM4 10h16M8.5 3v4.5M15.5 3v4.5',
  find: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21',
  cash: 'M3 6.5h18v11H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6 10v.1M18 14v.1',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  print: 'M7 9V3.5h10V9m-10 8H3.5V9h17v8H17M7 14.5h10v6H7z',
  check: 'M5 12.5l4.5 4.5L19.5 7',
  warn: 'M12 3.5 21.5 20h-19zM12 9.5v5M12 17.2v.1',
  left: 'M14.5 5 7.5 12l7 7',
  undo: 'M8 4.5 3.5 9 8 13.5M3.5 9h11a6 6 0 0 1 0 12H8',
  download: 'M12 3.5v11m-4.5-4 4.5 4.5 4.5-4.5M4 20.5h16',
} as const

export type PosIconName = keyof typeof paths

/** Shows an icon of the register. A word always accompanies it. */
export function PosIcon({ name }: { name: PosIconName }) {
  return (
    <svg class={`i i-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
