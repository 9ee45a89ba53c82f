import { AppError } from '../../../lib/errors.js'
import type { JobRunner } from '../../jobs/job-runner.js'
import { rescanReceipt } from './rescan-receipt.js'
import type { RescanResponse } from './schemas.js'

export type RescanJobInput = { receiptIds: readonly string[] }

type Found = { receiptId: string; balances: RescanResponse['balances'] }

/** The findings about the receipts before `next`. */
type Position = { next: number; found: Found[]; missing: string[] }

const start: Position = { next: 0, found: [], missing: [] }

/** Searches the deposit addresses of receipts for money, one after the other. */
export const rescanJob: JobRunner = {
  kind: 'rescan',
  async run(ctx, run) {
    const { merchant, input } = run.job
    const { receiptIds } = input as RescanJobInput
    let position = (run.job.position as Position | null) ?? start
    run.report({ done: position.next, total: receiptIds.length, position })
    for (const receiptId of receiptIds.slice(position.next)) {
      run.signal.throwIfAborted()
      const balances = await findBalances(receiptId)
      const { found, missing } = position
      position = {
        next: position.next + 1,
        found: balances?.length ? [...found, { receiptId, balances }] : found,
        missing: balances ? missing : [...missing, receiptId],
      }
      run.report({ done: position.next, position })
    }
    const { found, missing } = position
    return { kind: 'done', result: { receipts: receiptIds.length, found, missing } }

    /** Returns null for an unknown receipt. */
    async function findBalances(id: string): Promise<RescanResponse['balances'] | null> {
      try {
        return (await rescanReceipt(ctx, { merchant, id, tokens: [] })).balances
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return null
        throw error
      }
    }
  },
}
