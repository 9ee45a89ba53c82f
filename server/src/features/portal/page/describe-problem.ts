import type { PageProblem } from '@tallystick/web/portal'

/** Returns the problem that an HTTP error is to a buyer. It never reveals whether the receipt exists at another merchant. */
export function describeProblem(status: number): PageProblem {
  if (status === 429) return 'tooMany'
  return status >= 500 ? 'unavailable' : 'notFound'
}
