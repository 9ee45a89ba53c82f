import type { Access } from '../../auth/access.js'
import { requireWallet } from '../../auth/caller.js'
import { signedIn } from '../../auth/guards.js'
import { createCountChange } from '../../auth/limits/count-change.js'
import { listRecoverable } from '../../auth/merchants/ownership-store.js'
import { checksumAddress, readWallet } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { Routes } from '../../platform/feature.js'
import { describeMessage } from './describe-ownership.js'
import { recoverOwnership } from './recover-ownership.js'
import { OwnerResponse, RecoverBody, Recoveries } from './schemas.js'

const maxListed = 100

/** Recovery of a merchant by its recovery wallet, which needs no role there. */
export const recoveryRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const countChange = createCountChange(ctx, { access, limit: 'ownership-changes' })

  app.get(
    '/api/owner/recoveries',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: {
        summary: 'List the merchants that your wallet can recover',
        description: 'Each with the EIP-712 message to sign.',
        response: { 200: Recoveries },
      },
    },
    async (request) => {
      const wallet = requireWallet(request)
      const limit = maxListed
      const ownerships = await listRecoverable(ctx.db, { wallet, now: ctx.now(), limit })
      const recoveries = ownerships.map((ownership) => ({
        merchant: checksumAddress(ownership.merchant),
        owner: checksumAddress(ownership.owner),
        recoveryRemovedAt: ownership.recoveryRemovedAt,
        typedData: describeMessage(ctx, { action: 'RecoverOwnership', ownership, other: wallet }),
      }))
      return { ok: true as const, recoveries }
    },
  )

  app.post(
    '/api/owner/recover',
    {
      config: { outage: 'refuse', guard: signedIn({ needsStepUp: true }) },
      schema: {
        summary: 'Become the owner of a merchant as its recovery wallet',
        description: 'The former owner has no role afterwards.',
        body: RecoverBody,
        response: { 200: OwnerResponse },
      },
    },
    async (request) => {
      const { merchant: text, signature, ...terms } = request.body
      const wallet = requireWallet(request)
      const merchant = readWallet('merchant', text)
      await countChange(request)
      await recoverOwnership(ctx, {
        wallet,
        merchant,
        terms,
        runContractCheck: access.contractChecks.forAddress(request.ip),
        signature: signature as Hex,
        correlationId: request.id,
      })
      return {
        ok: true as const,
        merchant: checksumAddress(merchant),
        owner: checksumAddress(wallet),
        recoveryWallet: null,
        recoveryRemovedAt: null,
      }
    },
  )
}
