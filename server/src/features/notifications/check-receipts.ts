import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/time.js'
import type { Context, TxContext } from '../../platform/context.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { listOpen, takeChecks } from '../../platform/notifications/notification-store.js'
import {
  raiseNotifications,
  resolveNotifications,
} from '../../platform/notifications/raise-notifications.js'
import { decideMatters, receiptKinds } from './decide-matters.js'
import { listReceiptStates, type ReceiptKey } from './read-model/receipt-state-store.js'

const batchSize = 200

/** Looks at the receipts whose money or status changed in an unusual way. */
export const checkReceipts: Job = {
  name: 'check-receipts',
  everyMs: 30 * SECOND_MS,
  runsOn: ['notification-checks'],
  run: async (ctx, signal) => ({
    checked: await repeatWhileFull(signal, {
      batchSize,
      work: (limit) =>
        ctx.db.transaction(async (tx) => {
          const taken = await takeChecks(tx, limit)
          const receipts = taken.map(({ merchant, receiptId: id }) => ({ merchant, id }))
          await updateReceipts({ ...ctx, db: tx }, receipts)
          return taken.length
        }),
    }),
  }),
}

/** Looks again at the receipts that staff were notified of: refunds and reports may end a matter. */
export const recheckReceipts: Job = {
  name: 'recheck-receipts',
  everyMs: 10 * MINUTE_MS,
  leaseMs: HOUR_MS,
  run: async (ctx, signal) => ({ checked: await recheck(ctx, signal) }),
}

async function recheck(ctx: Context, signal: AbortSignal): Promise<number> {
  let checked = 0
  for (const kind of receiptKinds) {
    let after = { merchant: '', subjectId: '' }
    for (;;) {
      const open = await listOpen(ctx.db, { kind, after, limit: batchSize })
      const last = open.at(-1)
      if (!last || signal.aborted) break
      const receipts = open.map(({ merchant, subjectId: id }) => ({ merchant, id }))
      await ctx.db.transaction((tx) => updateReceipts({ ...ctx, db: tx }, receipts))
      checked += open.length
      after = last
    }
  }
  return checked
}

/** Brings the notifications about receipts in line with their state. */
async function updateReceipts(ctx: TxContext, receipts: readonly ReceiptKey[]): Promise<void> {
  const unique = new Map(receipts.map((receipt) => [JSON.stringify(receipt), receipt]))
  const refs = [...unique.values()]
  const states = await listReceiptStates(ctx.db, refs)
  const matters = states.flatMap(decideMatters)
  const lasting = new Set(matters.map(keyOf))
  const ended = refs
    .flatMap(({ merchant, id }) => receiptKinds.map((kind) => ({ merchant, kind, subjectId: id })))
    .filter((matter) => !lasting.has(keyOf(matter)))
  await raiseNotifications(ctx, matters)
  await resolveNotifications(ctx, ended)
}

function keyOf({
  merchant,
  kind,
  subjectId,
}: {
  merchant: string
  kind: string
  subjectId: string
}) {
  return `${merchant} ${kind} ${subjectId}`
}
