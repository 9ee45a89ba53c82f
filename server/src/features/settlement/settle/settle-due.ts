import type { Context } from '../../../platform/context.js'
import { inTurns } from '../watch/in-turns.js'
import { settleReceipt } from './settle-receipt.js'
import { listDue } from './settlement-store.js'

const pieceSize = 500
/** Different receipts do not wait for each other; some connections stay for everybody else. */
const atOnce = 4
const againAfterMs = 10_000

export type Settler = {
  /** Settles every receipt that the chain has news about. Returns how many. */
  settleDue(signal: AbortSignal): Promise<number>
}

/** One that cannot be settled is an error of ours: it is left for a while, and the others go on. */
export function createSettler(ctx: Context): Settler {
  const failed = new Map<string, number>()

  return {
    async settleDue(signal) {
      let settled = 0
      for (;;) {
        const due = await listDue(ctx.db, pieceSize)
        const ready = due.filter((one) => !isResting(nameOf(one)))
        await inTurns(ready, atOnce, async (one) => {
          if (signal.aborted) return
          try {
            await settleReceipt(ctx, one)
            failed.delete(nameOf(one))
            settled += 1
          } catch (error) {
            failed.set(nameOf(one), performance.now())
            ctx.log.error({ err: error, receiptId: one.receiptId }, 'receipt could not be settled')
          }
        })
        if (ready.length < pieceSize || signal.aborted) return settled
      }
    },
  }

  function isResting(name: string): boolean {
    const at = failed.get(name)
    return at !== undefined && performance.now() - at < againAfterMs
  }
}

function nameOf({ merchant, receiptId }: { merchant: string; receiptId: string }): string {
  return `${merchant} ${receiptId}`
}
