import type { ComponentChildren } from 'preact'
import type { IconName } from '../parts/icon.js'

/** A line of the palette. It has an address, or acts. */
export type PaletteEntry = {
  id: string
  group: 'receipts' | 'customers' | 'screens' | 'actions'
  label: string
  detail?: string
  icon: IconName
  end?: ComponentChildren
  /** Words that find it besides its label. */
  words?: string
} & ({ href: string } | { run(): void })

/** Returns the entries whose label or words contain every word of a text. */
export function findEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const searchWords = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ label, words = '' }) => {
    const content = `${label} ${words}`.toLowerCase()
    return searchWords.every((word) => content.includes(word))
  })
}

/** Reads an amount such as "12.50", "$12.50" or "1,140". Returns null for other texts. */
export function readAmount(text: string): number | null {
  const [, digits] = /^[$€]?\s?((?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?)$/.exec(text) ?? []
  if (digits === undefined) return null
  const amount = Number(digits.replaceAll(',', ''))
  return amount > 0 ? amount : null
}

/** Splits a text around the first place where another occurs in it. */
export function splitAtMatch(text: string, match: string): [string, string, string] {
  const at = match === '' ? -1 : text.toLowerCase().indexOf(match.toLowerCase())
  if (at < 0) return [text, '', '']
  const end = at + match.length
  return [text.slice(0, at), text.slice(at, end), text.slice(end)]
}
