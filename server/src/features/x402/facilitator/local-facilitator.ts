import { isSignedByKey } from '../../../auth/wallet-signature.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { expectGasBudget, requireGasBudget } from '../../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import type { Cost } from '../../../platform/chain/signed-transfer.js'
import type { Facilitator, Payment } from './facilitator.js'
import { readChain } from './read-chain.js'
import { encodeTransfer, hashOf } from './transfer-authorization.js'
import { keyGas, verifyLocally } from './verify-locally.js'

/**
 * Creates the facilitator that settles with the service's own relayer. The reference implementation only verifies: it would
 * choose nonces and estimate gas itself, without a budget and without surviving a crash.
 */
export function createLocalFacilitator(chain: Chain): Facilitator {
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
