const receipts = (count: string, isOne: boolean) => `${count} ${isOne ? 'receipt' : 'receipts'}`

/** Texts of work in the background. */
export const jobTexts = {
  part: (done: string, total: string) => `${done} of ${total}`,
  cancel: 'Cancel',
  close: 'Close',
  canceled: 'Canceled.',
  failed: 'The work failed. Start it again.',
  export: {
    running: 'Exporting receipts',
    done: (count: string, isOne: boolean) => `The file with ${receipts(count, isOne)} is ready.`,
    gone: 'The file was deleted. Export again.',
    download: 'Download',
  },
  rescan: {
    start: 'Look for payments',
    running: 'Looking for payments',
    none: (count: string, isOne: boolean) => `No payment was missed on ${receipts(count, isOne)}.`,
    found: (count: string, isOne: boolean) => `Money was found for ${receipts(count, isOne)}.`,
    tooMany: (max: string) => `Select at most ${max} receipts.`,
  },
  deployment: {
    waiting: 'Waiting to be sent',
    sent: 'Sent, waiting for its block',
    canceled: 'Canceled. The first payout deploys the contract.',
  },
}
