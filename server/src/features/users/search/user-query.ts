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
