import { insertMerchant } from '../../src/auth/merchants/merchant-store.js'
import { settleAgain } from '../../src/features/payments/receipts-to-settle.js'
import { createReceipt } from '../../src/features/receipts/create/create-receipt.js'
import { seedSplit } from '../../src/features/split/seed-split.js'
import { type Address, knownAddress } from '../../src/lib/hex.js'
import { microsFromCents } from '../../src/lib/money.js'
import { depositOf } from '../../src/platform/chain/deposit-address.js'
import type { Config } from '../../src/platform/config/config.js'
import type { Context } from '../../src/platform/context.js'
import { createLogger } from '../../src/platform/log.js'
import { aWallet } from '../fixtures/factories.js'
import { createRecordingAlerts } from '../fixtures/recording-alerts.js'
import { createTestApp } from '../harness.js'
import { createChooser } from '../kill/kill-outgoing.js'
import { runSeeds } from '../run-seeds.js'
import { checkAtEnd, checkNow } from './checks.js'
import { createHistoryNodes } from './nodes.js'
import { elsewhere } from './payments.js'
import { createPlay } from './play.js'
import type { Scene, UnpaidReceipt } from './scene.js'

export type HistoryBench = Awaited<ReturnType<typeof createHistoryBench>>

type Mode = 'live' | 'sandbox'
/** When money is paid out. With a minimum, blocks follow the clock, so that money can wait. */
type HistoryThreshold = Partial<Pick<Config, 'settleMinUsd' | 'settleWithinHours'>>

const chainId = 84_532

const chainTables = [
  'chain_cursors',
  'chain_blocks',
  'payments',
  'direct_payments',
  'returned_payments',
  'releases',
  'deposits',
  'settlements',
  'split_totals',
  'outgoing_attempts',
  'outgoing_transactions',
  'outgoing_signers',
  'announced_transactions',
]

/** An app in live mode with three confirmations. */
export async function createHistoryBench() {
  const app = await createTestApp({ environment: { CONFIRMATIONS: '3' } })
  const errors: string[] = []
  const log = createLogger('error', { write: (line) => errors.push(line) })
  const config = { ...app.ctx.config, mode: 'live', settleMinUsd: 0 } as const
  const ctx: Context = {
    ...app.ctx,
    alerts: createRecordingAlerts(log),
    log,
    sandbox: null,
    config: { ...config, rateProviders: ['fixed'] },
  }
  return { app, ctx, errors }
}

/**
 * Runs random histories, and fails unless receipts and ledger match the chain in each. In a sandbox
 * the service moves any amount at once.
 */
export function runHistories(
  { ctx, ...bench }: HistoryBench,
  {
    mode,
    threshold = { settleMinUsd: 0 },
    ...seeds
  }: { mode: Mode; threshold?: HistoryThreshold; count: number; from?: number },
): Promise<void> {
  const inMode = { ...bench, ctx: { ...ctx, config: { ...ctx.config, mode, ...threshold } } }
  return runSeeds(seeds, (seed) => runHistory(inMode, seed))
}

/** Runs one history of a chain, and fails unless receipts and ledger match the chain. */
async function runHistory(bench: HistoryBench, seed: number): Promise<void> {
  const { app, ctx, errors } = bench
  const choose = createChooser(seed)
  // The first numbers of similar seeds are similar.
  for (let n = 0; n < 5; n += 1) choose(2)
  await deleteChain(ctx)
  errors.length = 0
  const hasSplit = choose(5) > 0
  const merchant = await makeMerchant(ctx)
  const deploy = choose(2) === 0
  const split = hasSplit ? await seedSplit(app.ctx, { merchant, deploy }) : null
  const debts = await makeReceipts(ctx, { merchant, count: 3 + choose(4) })
  const nodes = createHistoryNodes(
    {
      depositAt: (receiptKey, payoutAddress) =>
        debts.find(
          ({ deposit }) =>
            deposit.receiptKey === receiptKey && deposit.payoutAddress === payoutAddress,
        )?.deposit.address ?? elsewhere,
      recipientsOf: (address) => (address === split?.address ? split.recipients : []),
    },
    // A chooser of its own: the number of requests varies between runs, the history must not.
    createChooser(seed + 1_000_000),
    ctx.config.settleMinUsd > 0 ? { now: ctx.now } : {},
  )
  const scene: Scene = {
    ctx: { ...ctx, chain: nodes.chain },
    nodes,
    owed: debts,
    merchant,
    split,
    announcements: [],
    errors,
  }
  const play = createPlay(scene, { app, choose })

  await play.watch()
  const steps = 10 + choose(11)
  for (let step = 0; step < steps; step += 1) {
    if (await play.step()) await checkNow(scene)
  }
  await play.finish()
  await checkAtEnd(scene)
}

async function makeMerchant(ctx: Context): Promise<Address> {
  const wallet = aWallet()
  const terms = { plan: 'enterprise', createdAt: ctx.now() } as const
  await insertMerchant(ctx.db, { wallet, subscriptionId: ctx.newId('dsub'), ...terms })
  return wallet
}

/**
 * Deletes the chain of the previous history. Truncating would discard the plans of all prepared
 * statements.
 */
async function deleteChain(ctx: Context): Promise<void> {
  for (const table of chainTables) await ctx.db.query(`delete from ${table}`)
}

/** Creates receipts of different kinds. */
async function makeReceipts(
  ctx: Context,
  { merchant, count }: { merchant: Address; count: number },
): Promise<UnpaidReceipt[]> {
  const debts: UnpaidReceipt[] = []
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'history' } as const
  for (let n = 0; n < count; n += 1) {
    const totalUsd = (500 + n * 731) / 100
    const lineItems = [{ label: 'A', priceUsd: totalUsd }]
    const body = { id: `r-${n}`, totalUsd, lineItems }
    const { receipt } = await createReceipt(ctx, { by, body, settleAgain })
    const { id, totalUsdCents } = receipt
    const deposit = depositOf({ chainId }, receipt)
    debts.push({
      id,
      dueMicros: microsFromCents(totalUsdCents),
      before: receipt.status,
      deposit,
      buyer: knownAddress(`0x${'b0'.repeat(19)}${n.toString(16).padStart(2, '0')}`),
    })
  }
  // Make every other receipt an order, and watch all balances.
  await ctx.db.query(
    `update receipts set kind = 'order', status = 'generated' where merchant = $1 and id = any($2)`,
    [merchant, debts.filter((_, index) => index % 2 === 0).map(({ id }) => id)],
  )
  await ctx.db.query('update deposits set native_until = $2 where merchant = $1', [
    merchant,
    ctx.now() + 10 ** 10,
  ])
  return debts.map((debt, index) => (index % 2 === 0 ? { ...debt, before: 'generated' } : debt))
}
