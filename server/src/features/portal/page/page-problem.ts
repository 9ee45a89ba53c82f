import type { PageProblem } from '@tallystick/web/portal'

/** What a buyer reads in place of a payment page. It never says whether such a receipt exists elsewhere. */
export function pageProblem(status: number): PageProblem {
  if (status === 429) {
    return {
      title: 'One moment, please',
      text: 'This page was opened very often from where you are. Your payment is not affected.',
      next: 'Wait a minute, then open the link again.',
    }
  }
  if (status >= 500) {
    return {
      title: 'The page cannot be shown right now',
      text: 'Something on our side does not answer. What you have paid is not lost.',
      next: 'Open the link again in a minute.',
    }
  }
  return {
    title: 'There is no payment here',
    text: 'The link may be incomplete, or was typed with a mistake. Nothing was charged.',
    next: 'Open the link again as the shop sent it to you, or ask the shop for a new one.',
  }
}
