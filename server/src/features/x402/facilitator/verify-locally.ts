import type { Abi } from 'viem'
import { AppError, assertNever } from '../../../lib/errors.js'
import { knownAddress } from '../../../lib/hex.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { isContractFault } from '../../../platform/chain/chain-failures.js'
import { keyOf } from '../../../platform/chain/outgoing/relayer-keys.js'
import {
  explainRefusal,
  type Refusal,
  simulateSignedTransfer,
} from '../../../platform/chain/signed-transfer.js'
import { walletOf } from '../../../platform/chain/signing-keys.js'
import type { Context } from '../../../platform/context.js'
import { type Payment, readChain, reasons, type Verification } from './facilitator.js'
import { encodeTransfer, toWirePayment } from './transfer-authorization.js'

/** More than twice the gas of a transfer that a key signed. */
export const keyGas = 200_000n
/** Enough for common contract wallets, which run their owner's code at the relayer's expense. */
const contractGas = 430_000n

const reasonOf: Record<Refusal, string> = {
  used: reasons.nonceUsed,
  insufficient_balance: reasons.insufficientBalance,
  rejected: reasons.simulationFailed,
}

/**
 * Verifies a payment with the reference implementation, then simulates it as the relayer would send
 * it now.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export function verifyLocally(
  ctx: Context,
  { chain, payment }: { chain: Chain; payment: Payment },
): Promise<Verification> {
  return readChain(ctx, async () => {
    const checked = await checkByReference(chain, payment)
    if (checked.kind === 'passed') return simulate(ctx, { chain, payment })
    if (checked.reason !== reasons.simulationFailed) return checked
    // Without the contract that the library needs to find the reason.
    const refusal = await explainRefusal(chain, transferOf(payment))
    return { kind: 'invalid', reason: reasonOf[refusal] }
  })
}

/** Checks a payment with the reference implementation, without our fees and gas limits. */
async function checkByReference(
  chain: Chain,
  payment: Payment,
): Promise<{ kind: 'passed' } | { kind: 'invalid'; reason: string }> {
  const { ExactEvmScheme } = await import('@x402/evm/exact/facilitator')
  const node = watchNode(chain)
  const { payload, requirements } = toWirePayment(payment)
  // The library throws when it cannot decode a signature.
  const unreadable = { isValid: false, invalidReason: reasons.invalidSignature }
  const verified = await new ExactEvmScheme(node.signer)
    .verify(payload, requirements)
    .catch(() => unreadable)
  // It takes an unreachable node for an invalid signature.
  if (node.failure()) throw node.failure()
  return verified.isValid
    ? { kind: 'passed' }
    : { kind: 'invalid', reason: verified.invalidReason ?? 'invalid_payload' }
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
      // The library does not always wait for its check of the token, so a rejection would end the
      // process.
      getCode: async ({ address }: { address: string }) =>
        (await watch(chain.findCode(knownAddress(address))).catch(() => null)) ?? undefined,
      verifyTypedData: refuse,
      writeContract: refuse,
      sendTransaction: refuse,
      waitForTransactionReceipt: refuse,
    },
  }
}

/** Simulates a payment with the current fees. */
async function simulate(
  { config }: Context,
  { chain, payment }: { chain: Chain; payment: Payment },
): Promise<Verification> {
  const relayerKey = keyOf(config, 'payments')
  if (relayerKey === null) throw new Error('no relayer is configured')
  const simulation = await simulateSignedTransfer(chain, {
    transfer: transferOf(payment),
    call: {
      from: await walletOf(relayerKey),
      to: payment.terms.token.address,
      data: await encodeTransfer(payment.proof),
    },
    gasLimits: { key: keyGas, contract: contractGas },
    maxFeePerGas: config.maxFeePerGas,
  })
  switch (simulation.kind) {
    case 'accepted':
      return { kind: 'valid', cost: simulation.cost }
    case 'refused':
      return { kind: 'invalid', reason: reasonOf[simulation.refusal] }
    case 'too_expensive':
      throw new AppError('chain_unavailable', 'Network fees are too high right now. Retry later.', {
        retryAfterMs: 60_000,
      })
    default:
      return assertNever(simulation)
  }
}

function transferOf({ proof, terms }: Payment) {
  const { payer, nonce, units } = proof
  return { asset: terms.token.address, payer, nonce, units }
}
