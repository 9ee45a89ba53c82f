export const columnNames = [
  'time',
  'receipt',
  'customer',
  'email',
  'items',
  'method',
  'register',
  'wallet',
  'status',
  'tax',
  'refunded',
  'amount',
] as const

export type ColumnName = (typeof columnNames)[number]

const defaultColumns: readonly ColumnName[] = [
  'time',
  'receipt',
  'customer',
  'items',
  'method',
  'status',
  'amount',
]

/** The tracks of the grid. Text shares what figures leave. */
export const columnTracks: Readonly<Record<ColumnName, string>> = {
  time: '3.75rem',
  receipt: '6.5rem',
  customer: 'minmax(7rem, 1.5fr)',
  email: 'minmax(8rem, 1.4fr)',
  items: 'minmax(6rem, 1fr)',
  method: '6.25rem',
  register: 'minmax(5rem, 0.7fr)',
  wallet: '7.5rem',
  status: '9.5rem',
  tax: '5.5rem',
  refunded: '6.5rem',
  amount: '8.25rem',
}

const key = 'tallystick.receipts.columns'

/** Returns the columns in the given order, without unknown and repeated names. */
export function toColumns(names: readonly unknown[]): ColumnName[] {
  const columns = names.flatMap((name) => columnNames.find((column) => column === name) ?? [])
  return [...new Set(columns)]
}

/** Returns the columns that the person chose in this browser. */
export function readColumns(): readonly ColumnName[] {
  const stored = toColumns((localStorage.getItem(key) ?? '').split(','))
  return stored.length > 0 ? stored : defaultColumns
}

/** Stores the columns of a person, or forgets them. */
export function writeColumns(columns: readonly ColumnName[] | null): void {
  if (columns === null) localStorage.removeItem(key)
  else localStorage.setItem(key, columns.join(','))
}

/** Returns the columns with one moved by a place. */
export function moveColumn(
  columns: readonly ColumnName[],
  name: ColumnName,
  by: 1 | -1,
): ColumnName[] {
  const place = columns.indexOf(name)
  const next = place + by
  if (place < 0 || next < 0 || next >= columns.length) return [...columns]
  const moved = columns.filter((column) => column !== name)
  moved.splice(next, 0, name)
  return moved
}
