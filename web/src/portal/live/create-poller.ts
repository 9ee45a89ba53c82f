import type { PortalReceipt } from '@tallystick/sdk'

/** Asking for a receipt again and again. */
type Polls = {
  /** From now on, until it is stopped. */
  start(): void
  stop(): void
  /** Once, at once. Tells whether there was an answer. */
  ask(): Promise<boolean>
  /** Something newer is known than any answer that is still on its way. */
  outrun(): void
}

const firstMs = 1_000
const everyMs = 5_000

/** Asks for a receipt, and passes on every answer that is newer than the last: on bad lines they overtake each other. */
export function createPolls(input: {
  load(): Promise<PortalReceipt>
  onReceipt(receipt: PortalReceipt): void
}): Polls {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  let newest = 0

  async function ask(): Promise<boolean> {
    asked += 1
    const turn = asked
    // The next one may get through.
    const receipt = await input.load().catch(() => null)
    if (receipt && turn > newest) {
      newest = turn
      input.onReceipt(receipt)
    }
    return receipt !== null
  }

  function askOn(): void {
    // Without waiting for the answer: one that never comes would be the last.
    timer = setTimeout(askOn, everyMs)
    void ask()
  }

  return {
    start: () => {
      timer ??= setTimeout(askOn, firstMs)
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
    },
    ask,
    outrun: () => {
      newest = asked
    },
  }
}
