import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { merchantOf, type Principal, principalOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import { createCountChange } from '../../auth/limits/count-change.js'
import { findOwnership } from '../../auth/merchants/ownership-store.js'
import { readWallet } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { describeMessage, describeOwnership } from './describe-ownership.js'
import { getOwnership } from './ownership.js'
import { recoveryRoutes } from './recovery-routes.js'
import { registerRecoveryWallet } from './register-recovery-wallet.js'
import { removeRecoveryWallet } from './remove-recovery-wallet.js'
import {
  MessageQuery,
  MessageResponse,
  messageActions,
  OwnerResponse,
  RegisterBody,
  RemoveBody,
  TransferBody,
} from './schemas.js'
import { transferOwnership } from './transfer-ownership.js'

/** The owner of a merchant, and the wallet that can recover it. */
const ownerRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const mayRead = session({ may: 'ownership:manage' })
  const mayChange = session({ may: 'ownership:manage', needsStepUp: true })
  // Counts before signatures are checked, which costs more than the count.
  const countChange = createCountChange(ctx, { access, limit: 'ownership-changes' })

  /** Counts a change, makes it, and returns the ownership after it. */
  async function change(request: FastifyRequest, make: (by: Principal) => Promise<unknown>) {
    await countChange(request)
    await make(principalOf(request))
    return show(request)
  }

  async function show(request: FastifyRequest) {
    const ownership = await findOwnership(ctx.db, merchantOf(request))
    if (!ownership) throw new Error(`${merchantOf(request)} has no owner`)
    return { ok: true as const, ...describeOwnership(ownership, ctx.now()) }
  }

  app.get(
    '/api/owner',
    {
      config: { outage: 'refuse', guard: mayRead },
      schema: {
        summary: 'Get the owner and the recovery wallet',
        response: { 200: OwnerResponse },
      },
    },
    show,
  )

  app.get(
    '/api/owner/message',
    {
      config: { outage: 'refuse', guard: mayRead },
      schema: {
        summary: 'Get the message to sign for a change',
        description:
          'EIP-712 typed data. It is valid for a day, and until the owner or the recovery wallet changes.',
        querystring: MessageQuery,
        response: { 200: MessageResponse },
      },
    },
    async (request) => {
      const action = messageActions[request.query.action]
      const ownership = await getOwnership(ctx, principalOf(request))
      const other = readWallet('other', request.query.other)
      const typedData = describeMessage(ctx, { action, ownership, other })
      return { ok: true as const, typedData }
    },
  )

  app.post(
    '/api/owner/transfer',
    {
      config: { outage: 'refuse', guard: mayChange },
      schema: {
        summary: 'Transfer the merchant to another wallet',
        description:
          'Both wallets sign the message. The former owner has no role afterwards. Remove a recovery wallet first.',
        body: TransferBody,
        response: { 200: OwnerResponse },
      },
    },
    async (request) => {
      const { newOwner, ownerSignature, newOwnerSignature, ...terms } = request.body
      return change(request, (by) =>
        transferOwnership(ctx, {
          by,
          newOwner: readWallet('newOwner', newOwner),
          terms,
          runContractCheck: access.contractChecks.forAddress(request.ip),
          ownerSignature: ownerSignature as Hex,
          newOwnerSignature: newOwnerSignature as Hex,
        }),
      )
    },
  )

  app.post(
    '/api/owner/recovery-wallet',
    {
      config: { outage: 'refuse', guard: mayChange },
      schema: {
        summary: 'Register a recovery wallet',
        description: 'Both wallets sign the message. The recovery wallet can become the owner.',
        body: RegisterBody,
        response: { 200: OwnerResponse },
      },
    },
    async (request) => {
      const { recoveryWallet, ownerSignature, recoverySignature, ...terms } = request.body
      return change(request, (by) =>
        registerRecoveryWallet(ctx, {
          by,
          recoveryWallet: readWallet('recoveryWallet', recoveryWallet),
          terms,
          runContractCheck: access.contractChecks.forAddress(request.ip),
          ownerSignature: ownerSignature as Hex,
          recoverySignature: recoverySignature as Hex,
        }),
      )
    },
  )

  app.post(
    '/api/owner/recovery-wallet/remove',
    {
      config: { outage: 'refuse', guard: mayChange },
      schema: {
        summary: 'Remove the recovery wallet',
        description:
          'Takes effect at once with `recoverySignature`, or after seven days with `ownerSignature`.',
        body: RemoveBody,
        response: { 200: OwnerResponse },
      },
    },
    async (request) => {
      const { ownerSignature, recoverySignature, ...terms } = request.body
      return change(request, (by) =>
        removeRecoveryWallet(ctx, {
          by,
          terms,
          runContractCheck: access.contractChecks.forAddress(request.ip),
          ownerSignature: ownerSignature as Hex | undefined,
          recoverySignature: recoverySignature as Hex | undefined,
        }),
      )
    },
  )
}

export const ownersFeature: Feature<{ access: Access }> = {
  tag: 'owner',
  routes: [ownerRoutes, recoveryRoutes],
}
