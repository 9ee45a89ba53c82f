import type { ListQuery } from '../use-subscriptions.js'

/** Words for several statuses, as the figures use them. */
export const statusGroups = {
  current: 'active,past_due',
  failing: 'past_due,unpaid',
  over: 'canceled,revoked,expired',
} as const

type Times = { from?: number; to?: number }
type Filters = { status: string; plan: string; q: string; created: Times; ended: Times }

/** Returns the filters as the API takes them. */
export function toListQuery({ status, plan, q, created, ended }: Filters): ListQuery {
  const statuses = statusGroups[status as keyof typeof statusGroups] ?? status
  return {
    ...(statuses && { status: statuses }),
    ...(plan && { planId: plan }),
    ...(q && { q }),
    ...(created.from !== undefined && { createdFrom: created.from }),
    ...(created.to !== undefined && { createdTo: created.to }),
    ...(ended.from !== undefined && { endedFrom: ended.from }),
    ...(ended.to !== undefined && { endedTo: ended.to }),
  }
}
