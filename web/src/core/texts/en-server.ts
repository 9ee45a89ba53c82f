/**
 * Texts that only the server renders. They are apart from the others, so that browsers do not load
 * them.
 */
export const serverTexts = {
  /** Texts that a link to a payment page shows in a message. */
  preview: {
    items: (total: string, items: string) => `${total} for ${items}`,
  },
  /** Pages that replace a payment page, by cause. */
  problems: {
    tooMany: {
      title: 'Too many requests',
      text: 'This page was opened too often from your network. Your payment is not affected.',
      next: 'This page tries again by itself.',
    },
    unavailable: {
      title: 'This page is unavailable right now',
      text: 'Something went wrong on our side. Any payment you made is safe.',
      next: 'This page tries again by itself.',
    },
    notFound: {
      title: 'Payment not found',
      text: 'The link may be incomplete or mistyped. Any payment you made is safe.',
      next: 'Open the link from the shop again, or ask the shop where you ordered for a new one.',
    },
  },
}

export type ServerTexts = typeof serverTexts
