const paths = {
  bag: 'M5 8h14l1 12.5H4zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  left: 'm14.5 6-6 6 6 6',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm5 11.5 5 5',
  bin: 'M4 6.5h16M9 6.5v-3h6v3M6 6.5l1 14h10l1-14M10 11v5.5m4-5.5v5.5',
  tick: 'm5 12.5 4.5 4.5L19 7.5',
  picture: 'M3.5 5h17v14h-17zM8 8.500v.01M4 17l5-5 4 4 3-3 4 4',
} as const

/** Shows an icon of the shop pages. A word always accompanies it. */
export function ShopIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
