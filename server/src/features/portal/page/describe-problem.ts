import type { PageProblem } from '@tallystick/web/portal'

/** Describes an HTTP error to a buyer. The text never reveals whether the receipt exists at another merchant. */
export function describeProblem(status: number): PageProblem {
  if (status === 429) {
    return {
      title: 'Too many requests',
      text: 'This page was opened too often from your network. Your payment is not affected.',
      next: 'Wait a minute, then open the link again.',
    }
  }
  if (status >= 500) {
    return {
      title: 'This page is unavailable right now',
      text: 'Something went wrong on our side. Any payment you made is safe.',
      next: 'Open the link again in a minute.',
    }
  }
  return {
    title: 'Payment not found',
    text: 'The link may be incomplete or mistyped. Nothing was charged.',
    next: 'Open the link from the shop again, or ask the shop for a new one.',
  }
}
