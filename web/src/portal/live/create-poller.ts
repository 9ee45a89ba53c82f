import type { PortalReceipt } from '@tallystick/sdk'

type Poller = {
  start(): void
  stop(): void
  /** Polls once, now. Returns whether there was a response. */
  poll(): Promise<boolean>
  /** Ignores every response to earlier requests, because something newer is known. */
  discardPending(): void
}

const firstMs = 1_000
const intervalMs = 5_000

/**
 * Polls a receipt and passes on each response that is newer than the last, because responses may
 * overtake each other.
 */
export function createPoller(input: {
  load(): Promise<PortalReceipt>
  onReceipt(receipt: PortalReceipt): void
}): Poller {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastRequest = 0
  let lastShown = 0

  async function poll(): Promise<boolean> {
    lastRequest += 1
    const request = lastRequest
    // A failed request is retried at the next interval.
    const receipt = await input.load().catch(() => null)
    if (receipt && request > lastShown) {
      lastShown = request
      input.onReceipt(receipt)
    }
    return receipt !== null
  }

  function pollRepeatedly(): void {
    // Does not await the response, because a lost one would end the polling.
    timer = setTimeout(pollRepeatedly, intervalMs)
    void poll()
  }

  return {
    start: () => {
      timer ??= setTimeout(pollRepeatedly, firstMs)
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
    },
    poll,
    discardPending: () => {
      lastShown = lastRequest
    },
  }
}
