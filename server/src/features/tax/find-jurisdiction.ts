import { foldCode } from './fold-code.js'
import type { Jurisdiction } from './jurisdiction.js'

/** The jurisdiction with a code, in capitals or not; `null` when none has it. */
export function findJurisdiction(
  jurisdictions: readonly Jurisdiction[],
  code: string,
): Jurisdiction | null {
  const wanted = foldCode(code)
  return jurisdictions.find((candidate) => candidate.code === wanted) ?? null
}
