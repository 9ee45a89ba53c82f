import type { ApiComponents } from '@tallystick/sdk'

type Schemas = ApiComponents['schemas']

export type HomeReport = Schemas['HomeReport']
export type HomePeriod = Schemas['HomePeriod']
export type HomeFigure = Schemas['HomeFigure']

export const ranges = ['today', '7', '30'] as const

export type Range = (typeof ranges)[number]

/** How many days a range has. */
export const daysOf: Readonly<Record<Range, number>> = { today: 1, '7': 7, '30': 30 }

/** Reads the range of an address. */
export function readRange(search: string): Range {
  const value = new URLSearchParams(search).get('range')
  return ranges.find((range) => range === value) ?? 'today'
}

/** Returns the average of sales in whole cents, or null without sales. */
export function averageOf({ usd, count }: Pick<HomeFigure, 'usd' | 'count'>): number | null {
  return count === 0 ? null : Math.round((usd * 100) / count) / 100
}

/** Returns the change as a share, or null when there is nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before
}

/** Returns the address of the list that a figure comes from. */
export function linkOf({ filter }: Pick<HomeFigure, 'filter'>): string {
  return filter === '' ? '/receipts' : `/receipts?${filter}`
}
