import type { ComponentChildren } from 'preact'

/** A row, or the line above the rows of a day. */
export type TableEntry<Row> =
  | { kind: 'row'; key: string; row: Row }
  | { kind: 'day'; key: string; label: string; detail?: string; total?: ComponentChildren }
