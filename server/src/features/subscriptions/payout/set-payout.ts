import type { Principal } from '../../../auth/caller.js'
import type { RunContractCheck } from '../../../auth/contract-checks.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { type Address, checksumAddress, readWallet } from '../../../lib/hex.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { contracts, subscriptionCharger } from '../../../platform/chain/contracts.js'
import { subscriptionChargerAbi } from '../../../platform/chain/generated/subscription-charger.js'
import { requireGasBudget } from '../../../platform/chain/outgoing/gas-budget.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import { noSplitProof } from '../../../platform/chain/plan-spender.js'
import { findToken, nativeToken } from '../../../platform/chain/tokens.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { findSplitAt } from '../../split/find-split.js'
import { requirePlatformWallet } from '../../split/require-platform-wallet.js'
import { type SplitShare, shareIn } from '../plans/plan-terms.js'
import { findChange, findObstacle, type KnownChange, nextKey } from './find-change.js'
import { getOverride, requireSigner } from './get-payout.js'
import { type PayoutMessage, requireSignedPayout, toPayoutArgument } from './payout-message.js'
import type { Override } from './read-overrides.js'
import type { SetPayoutBody } from './schemas.js'

type SignedPayout = {
  message: PayoutMessage
  share: SplitShare
  signature: Hex
  isContract: boolean
}

/** With a plain signature it takes about 90,000, and with the proof of a split 20,000 more. */
const baseGas = 200_000n
/** For the code of a contract wallet. */
const walletGas = 300_000n
const gasPerByte = 40n

/**
 * Submits a payout that the wallet in the plans' terms signed. Repeating it returns the state of
 * the change.
 *
 * @throws {AppError} `invalid_input`, `invalid_wallet`, `forbidden`, `conflict`, `rate_limited`,
 *   `chain_unavailable`.
 */
export async function setPayout(
  ctx: Context,
  input: {
    by: Principal
    body: SetPayoutBody
    runContractCheck: RunContractCheck
    countChange: () => Promise<void>
  },
): Promise<KnownChange> {
  const { by, body, runContractCheck, countChange } = input
  const { merchant } = by
  const signer = await requireSigner(ctx, { merchant, signer: body.signer })
  const { nonce, deadline } = body
  const payout = readPayout(ctx, body.payout)
  const share = await findShare(ctx, { merchant, payout })
  const message = { signer, payout, ...share.signed, nonce, deadline }
  const override = await getOverride(ctx, signer)
  const lastChange = await findChange(ctx, message, override)
  if (lastChange) return lastChange

  await countChange()
  const obstacle = await findObstacle(ctx, { merchant, ...message })
  if (obstacle) throw new AppError('conflict', obstacle)
  const signature = body.signature.toLowerCase() as Hex
  const checked = { message, signature, runContractCheck }
  const { isContract } = await requireSignedPayout(ctx, checked)
  return inTransaction(ctx, (inTx) =>
    submit(inTx, { by, override, signed: { message, share, signature, isContract } }),
  )
}

async function submit(
  ctx: TxContext,
  { by, override, signed }: { by: Principal; override: Override; signed: SignedPayout },
): Promise<KnownChange> {
  const { merchant } = by
  const { signer, payout, nonce } = signed.message
  const change = { signer, payout, nonce }
  await lockMerchant(ctx.db, merchant)
  const lastChange = await findChange(ctx, change, override)
  if (lastChange) return lastChange

  const { chainId } = ctx.config
  const key = await nextKey(ctx, change)
  const call = await encodeCall(signed)
  // The budget of a contract wallet bounds the gas that its code can take.
  const payer = signed.isContract ? signer : null
  const budgeted = { merchant, payer, purpose: 'subscription.payout', gas: call.gas } as const
  await requireGasBudget(ctx, budgeted)
  const { hash } = await planTransaction(ctx, { chainId, key, value: 0n, ...budgeted, ...call })
  await recordChange(ctx, {
    by,
    action: 'payout.changed',
    target: signer,
    before: { payout: override.payout && checksumAddress(override.payout) },
    after: { payout: checksumAddress(payout), nonce },
  })
  return { ...change, status: 'pending', transactionHash: hash }
}

/** Returns the platform's share in a split of the merchant, as the message states it. */
async function findShare(
  ctx: Context,
  { merchant, payout }: { merchant: Address; payout: Address },
): Promise<SplitShare & { signed: Pick<PayoutMessage, 'splitFeeRecipient' | 'splitFeeBps'> }> {
  const split = await findSplitAt(ctx, { merchant, address: payout })
  const platform = requirePlatformWallet(ctx.config)
  const share = shareIn(split, platform)
  const { splitFeeBps } = share
  const splitFeeRecipient = splitFeeBps > 0 ? platform : nativeToken
  return { ...share, signed: { splitFeeRecipient, splitFeeBps } }
}

async function encodeCall({ message, share, signature, isContract }: SignedPayout) {
  const { encodeFunctionData } = await import('viem')
  const { splitRecipients: recipients, splitSalt: salt } = share
  const proof = recipients && salt ? { recipients, salt } : noSplitProof
  const data = encodeFunctionData({
    abi: subscriptionChargerAbi,
    functionName: 'setPayout',
    args: [toPayoutArgument(message), proof, signature],
  })
  const gas = baseGas + BigInt(data.length / 2) * gasPerByte + (isContract ? walletGas : 0n)
  return { to: subscriptionCharger.address, data, gas }
}

/** Refuses the contracts that could never move the money. */
function readPayout({ config }: Pick<Context, 'config'>, text: string): Address {
  const payout = readWallet('payout', text)
  const all = contracts.flatMap(({ address, implementation }) => [address, implementation.address])
  if (all.includes(payout) || payout === findToken(config.chainId, 'USDC')?.address) {
    throw invalidInput('payout is a contract that cannot pay out. Use another.')
  }
  return payout
}
