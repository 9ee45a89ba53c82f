import { foldText } from '../../../lib/search/fold-text.js'

export const userMetrics = ['followers', 'following', 'sales', 'purchases'] as const
export type UserMetric = (typeof userMetrics)[number]

export const userSorts = ['xp', 'createdAt', 'name'] as const
export type UserSort = (typeof userSorts)[number]

/** Both ends are included. */
export type Range = { min: number; max: number }

export type UserQuery = {
  /** Each must begin a word of the name, the handle or the wallet. */
  words: string[]
  xp: Range | null
  metric: (Range & { name: UserMetric }) | null
  sort: UserSort
  isDescending: boolean
  limit: number
  offset: number
}

const wordLength = 64

/** Splits texts into distinct words without case, accents and width. */
export function searchWords(...texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => foldText(text.normalize('NFKC')).split(/[^\p{L}\p{N}]+/u))
  return [...new Set(words.filter((word) => word !== '').map((word) => word.slice(0, wordLength)))]
}

/** Returns the key that sorts display names. */
export function nameKeyOf(displayName: string): string {
  return foldText(displayName.normalize('NFKC'))
}
