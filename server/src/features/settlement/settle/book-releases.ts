import type { Context, TxContext } from '../../../platform/context.js'
import { assetName } from '../../ledger/asset-name.js'
import { releaseEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/post.js'
import { listEntries } from '../../ledger/receipt-ledger.js'
import { reversePosting } from '../../ledger/reverse-posting.js'
import { addReleased, reverseReleased } from './split-total-store.js'
import { listUnposted, type Release, raiseRevision } from './unposted-release-store.js'

const batchSize = 200

/** Reconciles the ledger with the payouts of splits. Returns the number of releases handled. */
export async function bookReleases(ctx: Pick<Context, 'db' | 'config' | 'now'>): Promise<number> {
  const { chainId } = ctx.config
  const unposted = await listUnposted(ctx.db, { chainId, limit: batchSize })
  for (const release of unposted) {
    await ctx.db.transaction(async (tx) => {
      if (await raiseRevision(tx, release)) await book({ ...ctx, db: tx }, release)
    })
  }
  return unposted.length
}

async function book(ctx: Pick<TxContext, 'db' | 'now'>, release: Release): Promise<void> {
  const { merchant, transactionHash, account, units, ledgerRevision } = release
  if (release.state === 'orphaned') {
    const key = keyOf(release, ledgerRevision)
    const entries = await listEntries(ctx, { merchant, key })
    const usdMicros = entries.find((entry) => entry.account === `due:${account}`)?.usdMicros ?? 0n
    await reversePosting(ctx, { merchant, key, at: ctx.now() })
    await reverseReleased(ctx.db, { ...release, usdMicros })
    return
  }
  const usdMicros = await addReleased(ctx.db, release)
  await post(ctx, {
    merchant,
    key: keyOf(release, ledgerRevision + 1),
    kind: 'release',
    at: ctx.now(),
    receiptId: null,
    transactionHash,
    entries: releaseEntries({ asset: assetName(release), units, usdMicros, account }),
  })
}

function keyOf({ chainId, blockHash, logIndex }: Release, ledgerRevision: number): string {
  return `release:${chainId}:${blockHash}:${logIndex}:${ledgerRevision}`
}
