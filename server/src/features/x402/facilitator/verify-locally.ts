import type { Abi } from 'viem'
import { AppError } from '../../../lib/errors.js'
import { knownAddress } from '../../../lib/hex.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { isContractFault } from '../../../platform/chain/is-contract-fault.js'
import { limitFees } from '../../../platform/chain/outgoing/fees.js'
import { keyOf } from '../../../platform/chain/outgoing/relayer-keys.js'
import { walletOf } from '../../../platform/chain/wallet-of.js'
import type { Context } from '../../../platform/context.js'
import { type Cost, type Payment, reasons, type Verdict } from './facilitator.js'
import { isUsed } from './find-use.js'
import { readChain } from './read-chain.js'
import { encodeTransfer } from './transfer-authorization.js'
import { wirePayment } from './wire-payment.js'

/** More than twice the gas of a transfer that a key signed. */
export const keyGas = 200_000n
/** Enough for common contract wallets, which run their owner's code at the relayer's expense. */
const contractGas = 430_000n

/**
 * Verifies a payment with the reference implementation, then simulates it as the relayer would send it now.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export function verifyLocally(
  ctx: Context,
  { chain, payment }: { chain: Chain; payment: Payment },
): Promise<Verdict> {
  return readChain(ctx, async () => {
    const found = (await findFlaw(chain, payment)) ?? (await simulate(ctx, { chain, payment }))
    if (typeof found !== 'string') return { kind: 'valid', cost: found }
    return { kind: 'invalid', reason: await explain(chain, { payment, reason: found }) }
  })
}

/** Returns the reason why a payment is not valid, or null. */
async function findFlaw(chain: Chain, payment: Payment): Promise<string | null> {
  const { ExactEvmScheme } = await import('@x402/evm/exact/facilitator')
  const node = watchNode(chain)
  const { payload, requirements } = wirePayment(payment)
  // The library throws when it cannot decode a signature.
  const unreadable = { isValid: false, invalidReason: reasons.invalidSignature }
  const verified = await new ExactEvmScheme(node.signer)
    .verify(payload, requirements)
    .catch(() => unreadable)
  // It takes an unreachable node for an invalid signature.
  if (node.failure()) throw node.failure()
  return verified.isValid ? null : (verified.invalidReason ?? 'invalid_payload')
}

/** Returns the library's view of a chain, which reads only, and the first failure of the node. */
function watchNode(chain: Chain) {
  let failure: unknown = null
  const watch = async <Result>(call: Promise<Result>): Promise<Result> => {
    try {
      return await call
    } catch (error) {
      if (!(await isContractFault(error))) failure ??= error
      throw error
    }
  }
  const refuse = async () => {
    throw new Error('payments are settled by outgoing transactions only')
  }
  return {
    failure: () => failure,
    signer: {
      getAddresses: () => [],
      readContract: (call: { address: string; abi: readonly unknown[]; functionName: string }) =>
        watch(
          chain.readContract({
            ...call,
            address: knownAddress(call.address),
            abi: call.abi as Abi,
          }),
        ),
      getCode: async ({ address }: { address: string }) =>
        (await watch(chain.findCode(knownAddress(address)))) ?? undefined,
      verifyTypedData: refuse,
      writeContract: refuse,
      sendTransaction: refuse,
      waitForTransactionReceipt: refuse,
    },
  }
}

/** Simulates a payment with the current fees. Returns its cost, or the reason why it fails. */
async function simulate(
  { config }: Context,
  { chain, payment }: { chain: Chain; payment: Payment },
): Promise<Cost | string> {
  const relayerKey = keyOf(config, 'payments')
  if (relayerKey === null) throw new Error('no relayer is configured')
  const { proof, terms } = payment
  const [from, data, payerCode, suggested] = await Promise.all([
    walletOf(relayerKey),
    encodeTransfer(proof),
    chain.findCode(proof.payer),
    chain.suggestFees(),
  ])
  const fees = limitFees(suggested, config.maxFeePerGas)
  if (!fees) {
    throw new AppError('chain_unavailable', 'Network fees are too high right now. Retry later.', {
      retryAfterMs: 60_000,
    })
  }
  const hasCode = payerCode !== null
  const gas = hasCode ? contractGas : keyGas
  const to = terms.token.address
  const result = await chain.simulate({ from, to, data, value: 0n, gas, ...fees })
  return result.kind === 'succeeds' ? { gas, hasCode } : reasons.simulationFailed
}

/** Finds the reason of a failed simulation from the token's state, without the contract that the library needs for it. */
async function explain(
  chain: Chain,
  { payment, reason }: { payment: Payment; reason: string },
): Promise<string> {
  if (reason !== reasons.simulationFailed) return reason
  const { proof, terms } = payment
  const { address: asset } = terms.token
  if (await isUsed(chain, { ...proof, asset })) return reasons.nonceUsed
  const [balance] = await chain.getTokenBalances(proof.payer, [asset])
  const isShort = balance !== null && balance !== undefined && balance < proof.units
  return isShort ? reasons.insufficientBalance : reason
}
