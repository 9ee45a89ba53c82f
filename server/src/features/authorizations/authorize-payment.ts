import type { RunContractCheck } from '../../auth/contract-checks.js'
import type { PortalRef } from '../../auth/portal-tokens.js'
import { isSignedByKey } from '../../auth/wallet-signature.js'
import { AppError } from '../../lib/errors.js'
import type { Hash } from '../../lib/hex.js'
import type { Chain, Hex } from '../../platform/chain/chain.js'
import { describeFailure } from '../../platform/chain/chain-failures.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import { depositOf } from '../../platform/chain/deposit-address.js'
import { expectGasBudget, requireGasBudget } from '../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../platform/chain/outgoing/plan-transaction.js'
import { keyOf } from '../../platform/chain/outgoing/relayer-keys.js'
import {
  type Cost,
  hashSignedTransfer,
  type Simulation,
} from '../../platform/chain/signed-transfer.js'
import { walletOf } from '../../platform/chain/signing-keys.js'
import { findToken, type Token } from '../../platform/chain/tokens.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { requireInStock } from '../holds/claim-stock.js'
import { getReceipt, lockReceipt, noSuchReceipt } from '../receipts/read/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import { startPayment } from '../receipts/status/start-payment.js'
import { admitAuthorization, requireSamePayment } from './admit-authorization.js'
import { type Authorization, type AuthorizationHook, transferInstead } from './authorization.js'
import { insertAuthorization, listAuthorizations } from './authorization-store.js'
import { encodeAuthorization, type SignedPayment } from './encode-authorization.js'
import { readAuthorization } from './read-authorization.js'
import { requirePayable } from './require-payable.js'
import type { AuthorizationBody } from './schemas.js'
import { keyGas, requireAccepted, simulateAuthorization } from './simulate-authorization.js'

type SignedRequest = {
  receipt: Receipt
  authorization: Authorization
  token: Token
  payment: SignedPayment
}

/**
 * Accepts a signed payment, which the relayer then submits and pays the gas for. Accepting the same
 * payment again has no effect. Returns the hash of its transaction, or null before it is sent.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `conflict`, `insufficient_stock`,
 *   `onramp_refused`, `rate_limited`, `chain_unavailable`.
 */
export async function authorizePayment(
  ctx: Context,
  input: {
    ref: PortalRef
    body: AuthorizationBody
    /** Runs the simulation of a contract wallet's payment, which the node pays for. */
    runContractCheck: RunContractCheck
    /** Whether a checkout submits it. Only then its failure is the failure of an attempt. */
    isOfCheckout: boolean
    onAccepted: AuthorizationHook
  },
): Promise<Hash | null> {
  const { ref, body, runContractCheck, isOfCheckout, onAccepted } = input
  const authorization = readAuthorization(body)
  const token = findToken(ctx.config.chainId, authorization.symbol)
  const { chain } = ctx
  const relayerKey = keyOf(ctx.config, 'payments')
  if (!chain || relayerKey === null || !token?.domain) {
    throw new AppError(
      'invalid_input',
      `Gasless payments are not available here. ${transferInstead}`,
    )
  }
  const receipt = await getReceipt(ctx, { merchant: ref.merchant, id: ref.receiptId })
  const deposit = depositOf(ctx.config, receipt)
  const payment = await encodeAuthorization(authorization, { deposit, token: token.address })
  const signed = { receipt, authorization, token, payment }

  const knownAuthorization = admitAuthorization(payment, await listAuthorizations(ctx.db, ref))
  if (knownAuthorization) return knownAuthorization.hash
  await requirePayable(ctx, signed)
  await requireInStock(ctx, receipt)
  const isByKey = await isSignedByPayer({ chainId: ctx.config.chainId, ...signed })
  const expectBudget = (hasCode: boolean) =>
    expectGasBudget(ctx, budgetOf(signed, { gas: keyGas, hasCode })).catch(suggestTransfer)
  // Before any call to the node, which a payer over budget must not cost.
  await expectBudget(!isByKey)
  const hasCode = !isByKey || (await findCode(ctx, { chain, signed })) !== null
  if (hasCode) await expectBudget(hasCode)
  const run = () => simulate(ctx, { chain, relayerKey, signed })
  const simulation = await (hasCode ? runContractCheck(run).catch(suggestTransfer) : run())
  const cost = requireAccepted(simulation, token)
  return inTransaction(ctx, (inTx) => accept(inTx, { ref, signed, cost, isOfCheckout, onAccepted }))
}

/** Finds the payer's code, which runs for every payment, even one signed by key (EIP-7702). */
function findCode(
  ctx: Context,
  { chain, signed }: { chain: Chain; signed: SignedRequest },
): Promise<Hex | null> {
  return read(ctx, () => chain.findCode(signed.authorization.payer))
}

/** Runs outside any transaction, so that a slow node holds no locks. */
async function simulate(
  ctx: Context,
  input: { chain: Chain; relayerKey: Hex; signed: SignedRequest },
): Promise<Simulation> {
  const relayer = await walletOf(input.relayerKey)
  const { maxFeePerGas } = ctx.config
  return read(ctx, () =>
    simulateAuthorization(input.chain, { relayer, maxFeePerGas, ...input.signed }),
  )
}

async function read<Result>(
  { log }: Pick<Context, 'log'>,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    log.warn({ reason: describeFailure(error) }, 'a signed payment could not be simulated')
    throw new AppError(
      'chain_unavailable',
      'The chain is not reachable right now. Retry in a moment.',
    )
  }
}

/** Repeats the checks with the receipt locked: it may have changed during the simulation. */
async function accept(
  ctx: TxContext,
  input: {
    ref: PortalRef
    signed: SignedRequest
    cost: Cost
    isOfCheckout: boolean
    onAccepted: AuthorizationHook
  },
): Promise<Hash | null> {
  const { ref, signed, cost, isOfCheckout, onAccepted } = input
  const { merchant, receiptId } = ref
  const { payment } = signed
  const receipt = await lockReceipt(ctx, { merchant, id: receiptId })
  if (!receipt) throw noSuchReceipt()
  const knownAuthorization = admitAuthorization(payment, await listAuthorizations(ctx.db, ref))
  if (knownAuthorization) return knownAuthorization.hash
  await requirePayable(ctx, { ...signed, receipt })
  if (receipt.payoutAddress !== signed.receipt.payoutAddress) {
    throw new AppError(
      'conflict',
      'The payout address of this receipt has changed. Load the receipt again and sign again.',
    )
  }

  await startPayment(ctx, receipt, signed.authorization.payer)
  const budgeted = budgetOf(signed, cost)
  await requireGasBudget(ctx, budgeted).catch(suggestTransfer)
  const planned = await planTransaction(ctx, {
    chainId: ctx.config.chainId,
    key: payment.key,
    ...budgeted,
    to: paymentGateway.address,
    data: payment.data,
    value: 0n,
  })
  requireSamePayment(payment, planned)
  await insertAuthorization(ctx.db, {
    merchant,
    receiptId,
    transactionId: planned.id,
    isOfCheckout,
    now: ctx.now(),
  })
  await onAccepted(ctx, receipt)
  return planned.hash
}

function budgetOf({ receipt, authorization }: SignedRequest, { gas, hasCode }: Cost) {
  const { merchant } = receipt
  const purpose = hasCode ? 'payment.authorized_contract' : 'payment.authorized'
  return { merchant, payer: authorization.payer, purpose, gas } as const
}

/** Adds to a refused budget that the buyer can still pay. */
function suggestTransfer(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
  const { fields, retryAfterMs } = error
  const message = `${error.message} ${transferInstead}`
  throw new AppError('rate_limited', message, { fields, retryAfterMs })
}

/** Returns whether the payer's own key signed the payment. */
async function isSignedByPayer(input: {
  chainId: number
  token: Token
  authorization: Authorization
  payment: Pick<SignedPayment, 'nonce'>
}): Promise<boolean> {
  const { chainId, token, authorization, payment } = input
  const { payer, units, validAfterSeconds, validBeforeSeconds, signature } = authorization
  const hash = await hashSignedTransfer({
    primaryType: 'ReceiveWithAuthorization',
    chainId,
    token,
    message: {
      from: payer,
      to: paymentGateway.address,
      value: units,
      validAfter: BigInt(validAfterSeconds),
      validBefore: BigInt(validBeforeSeconds),
      nonce: payment.nonce,
    },
  })
  return isSignedByKey({ wallet: payer, hash, signature })
}
