import type { Context, TxContext } from '../../../platform/context.js'
import { assetName } from '../../ledger/asset-name.js'
import { releaseEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/post.js'
import { listEntries } from '../../ledger/receipt-ledger.js'
import { reversePosting } from '../../ledger/reverse-posting.js'
import { listUnbooked, type Release, raisePosted } from './release-rows-store.js'
import { addReleased, takeBackReleased } from './split-total-store.js'

const pieceSize = 200

/** Brings the ledger into line with what splits have paid out. Returns how much there was to do. */
export async function bookReleases(ctx: Pick<Context, 'db' | 'config' | 'now'>): Promise<number> {
  const { chainId } = ctx.config
  const unbooked = await listUnbooked(ctx.db, { chainId, limit: pieceSize })
  for (const release of unbooked) {
    await ctx.db.transaction(async (tx) => {
      if (await raisePosted(tx, release)) await book({ ...ctx, db: tx }, release)
    })
  }
  return unbooked.length
}

async function book(ctx: Pick<TxContext, 'db' | 'now'>, release: Release): Promise<void> {
  const { merchant, transactionHash, account, units, posted } = release
  if (release.state === 'orphaned') {
    const key = keyOf(release, posted)
    const entries = await listEntries(ctx, { merchant, key })
    const usdMicros = entries.find((entry) => entry.account === `due:${account}`)?.usdMicros ?? 0n
    await reversePosting(ctx, { merchant, key, at: ctx.now() })
    await takeBackReleased(ctx.db, { ...release, usdMicros })
    return
  }
  const usdMicros = await addReleased(ctx.db, release)
  await post(ctx, {
    merchant,
    key: keyOf(release, posted + 1),
    kind: 'release',
    at: ctx.now(),
    receiptId: null,
    transactionHash,
    entries: releaseEntries({ asset: assetName(release), units, usdMicros, account }),
  })
}

function keyOf({ chainId, blockHash, logIndex }: Release, posted: number): string {
  return `release:${chainId}:${blockHash}:${logIndex}:${posted}`
}
