import { isSignedByKey } from '../../../auth/wallet-signature.js'
import { AppError } from '../../../lib/errors.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { expectGasBudget, requireGasBudget } from '../../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import { keyOf } from '../../../platform/chain/outgoing/relayer-keys.js'
import type { Cost } from '../../../platform/chain/signed-transfer.js'
import type { Context } from '../../../platform/context.js'
import { type Facilitator, type Payment, readChain } from './facilitator.js'
import { createRemoteFacilitator } from './remote-facilitator.js'
import { encodeTransfer, hashOf } from './transfer-authorization.js'
import { keyGas, verifyLocally } from './verify-locally.js'

/**
 * Returns the facilitator that settles payments, and the chain to check them on.
 *
 * @throws {AppError} `chain_unavailable` when there is none. No payment is then requested.
 */
export function requireFacilitator({ config, chain }: Pick<Context, 'config' | 'chain'>): {
  facilitator: Facilitator
  chain: Chain
} {
  const { x402FacilitatorUrl: url } = config
  if (chain && url !== undefined) return { facilitator: createRemoteFacilitator(url), chain }
  if (chain && keyOf(config, 'payments') !== null) {
    return { facilitator: createLocalFacilitator(chain), chain }
  }
  throw new AppError(
    'chain_unavailable',
    'This service cannot settle payments: it has no chain or no relayer.',
  )
}

/**
 * Creates the facilitator that settles with the service's own relayer. The reference implementation
 * only verifies: it would choose nonces and estimate gas itself, without a budget and without
 * surviving a crash.
 */
function createLocalFacilitator(chain: Chain): Facilitator {
  return {
    async verify(ctx, { payment, runContractCheck }) {
      const { proof, terms } = payment
      const { payer: wallet, signature } = proof
      const isByKey = await isSignedByKey({ wallet, hash: await hashOf(terms, proof), signature })
      // Before any call to the node, which a payer over budget must not cost.
      await expectGasBudget(ctx, budgetOf(payment, { gas: keyGas, hasCode: !isByKey }))
      // A wallet with code runs it for every payment, even if its key has signed (EIP-7702).
      const hasCode = !isByKey || (await readChain(ctx, () => chain.findCode(wallet))) !== null
      const run = () => verifyLocally(ctx, { chain, payment })
      if (!hasCode) return run()
      await expectGasBudget(ctx, budgetOf(payment, { gas: keyGas, hasCode }))
      return runContractCheck(run)
    },

    async plan(ctx, { payment, cost }) {
      const { proof, terms } = payment
      const { chainId, token } = terms
      const budgeted = budgetOf(payment, cost)
      await requireGasBudget(ctx, budgeted)
      const planned = await planTransaction(ctx, {
        chainId,
        key: `x402.settle:${token.address}:${proof.payer}:${proof.nonce}`,
        ...budgeted,
        to: token.address,
        data: await encodeTransfer(proof),
        value: 0n,
      })
      return planned.id
    },

    submit: async () => ({ kind: 'unknown' }),
  }
}

function budgetOf({ proof, merchant }: Payment, { gas, hasCode }: Cost) {
  const purpose = hasCode ? 'x402.settle_contract' : 'x402.settle'
  return { merchant, payer: proof.payer, purpose, gas } as const
}
