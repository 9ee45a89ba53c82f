import { foldText } from '../../lib/search/fold-text.js'
import { foldCode } from './fold-code.js'
import type { Jurisdiction } from './jurisdiction.js'

/** `null` lets everything pass. */
export type JurisdictionFilter = {
  country: string | null
  code: string | null
  /** Part of the code, the name or a component's name. */
  q: string | null
}

/** Those jurisdictions that are all that is asked for, in the same order. */
export function filterJurisdictions(
  jurisdictions: readonly Jurisdiction[],
  filter: JurisdictionFilter,
): Jurisdiction[] {
  const country = filter.country === null ? null : foldCode(filter.country)
  const code = filter.code === null ? null : foldCode(filter.code)
  const q = filter.q === null ? null : foldText(filter.q.trim())

  return jurisdictions.filter(
    (jurisdiction) =>
      (country === null || jurisdiction.country === country) &&
      (code === null || jurisdiction.code === code) &&
      (q === null || wordsOf(jurisdiction).some((word) => foldText(word).includes(q))),
  )
}

function wordsOf({ code, name, components }: Jurisdiction): string[] {
  return [code, name, ...components.map((component) => component.name)]
}
