/** Texts that only the server renders. They are apart from the others, so that browsers do not load them. */
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
      next: 'Wait a minute, then open the link again.',
    },
    unavailable: {
      title: 'This page is unavailable right now',
      text: 'Something went wrong on our side. Any payment you made is safe.',
      next: 'Open the link again in a minute.',
    },
    notFound: {
      title: 'Payment not found',
      text: 'The link may be incomplete or mistyped. Any payment you made is safe.',
      next: 'Open the link from the shop again, or ask the shop for a new one.',
    },
  },
  startPage: 'Go to the start page',
}

export type ServerTexts = typeof serverTexts
