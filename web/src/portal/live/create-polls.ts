import type { PortalReceipt } from '../view.js'

/** Asking for a receipt again and again. */
type Polls = {
  /** From now on, until it is stopped. */
  start(): void
  stop(): void
  /** Once, at once. */
  ask(): void
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

  function ask(): void {
    asked += 1
    const turn = asked
    const take = (receipt: PortalReceipt) => {
      if (turn <= newest) return
      newest = turn
      input.onReceipt(receipt)
    }
    // The next one may get through.
    input.load().then(take, () => {})
  }

  function askOn(): void {
    // Without waiting for the answer: one that never comes would be the last.
    timer = setTimeout(askOn, everyMs)
    ask()
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
