import { AppError } from '../../../lib/errors.js'
import { type Address, checksumAddress, readWallet } from '../../../lib/hex.js'
import { DAY_MS, toUnixSeconds, unixMs } from '../../../lib/time.js'
import { readChain } from '../../../platform/chain/read-chain.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { getPayoutOwner } from '../../split/get-payout-owner.js'
import { getPayoutTerms } from '../plans/plan-terms.js'
import { findObstacle, findPending } from './find-change.js'
import { writePayoutMessage } from './payout-message.js'
import { listSigners } from './payout-store.js'
import { type Override, readOverrides } from './read-overrides.js'

/** How long a new message can be used. */
const messageMs = DAY_MS

/**
 * Returns where a merchant's plans pay, and the message that moves all of them to the payout of new
 * plans.
 *
 * @throws {AppError} `invalid_wallet`, `forbidden`, `chain_unavailable`,
 *   `platform_recipient_not_configured`.
 */
export async function getPayout(
  ctx: Context,
  input: { merchant: Address; signer: string | undefined },
) {
  const { merchant } = input
  const { chainId } = ctx.config
  const signer = await requireSigner(ctx, input)
  const signers = await listSigners(ctx.db, { merchant, chainId })
  const { payout, feeRecipient, splitFeeBps } = await getPayoutTerms(ctx, merchant)
  const override = await getOverride(ctx, signer)
  const { nonce } = override
  const pending = await findPending(ctx, { signer, nonce })
  const problem = await findObstacle(ctx, { merchant, signer, payout })
  const deadline = toUnixSeconds(unixMs(ctx.now() + messageMs))
  return {
    signer: checksumAddress(signer),
    signers: signers.map(checksumAddress),
    override: override.payout && checksumAddress(override.payout),
    nonce,
    pending: pending && checksumAddress(pending.payout),
    newPlansPayout: checksumAddress(payout),
    problem,
    typedData: problem
      ? null
      : writePayoutMessage(chainId, {
          signer,
          payout,
          splitFeeRecipient: splitFeeBps > 0 ? feeRecipient : nativeToken,
          splitFeeBps,
          nonce,
          deadline,
        }),
  }
}

/**
 * Returns the wallet that signs: the owner, or the given wallet if it is in the terms of a plan.
 * The plans of a former owner keep that owner's wallet in their terms.
 *
 * @throws {AppError} `invalid_wallet`, `forbidden`.
 */
export async function requireSigner(
  ctx: Pick<Context, 'db' | 'config'>,
  { merchant, signer: requestedSigner }: { merchant: Address; signer: string | undefined },
): Promise<Address> {
  const owner = await getPayoutOwner(ctx, merchant)
  const signer = requestedSigner === undefined ? owner : readWallet('signer', requestedSigner)
  if (signer === owner) return signer
  const { chainId } = ctx.config
  if ((await listSigners(ctx.db, { merchant, chainId })).includes(signer)) return signer
  throw new AppError(
    'forbidden',
    'signer is in the terms of none of your plans. Use one of signers of GET /api/subscriptions/payout.',
  )
}

/**
 * Returns the override of a wallet on chain.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function getOverride(
  ctx: Pick<Context, 'chain' | 'log'>,
  signer: Address,
): Promise<Override> {
  const override = await readChain(ctx, async (chain) =>
    (await readOverrides(chain, [signer])).get(signer),
  )
  if (override) return override
  throw new AppError(
    'chain_unavailable',
    'The charger is not deployed on the chain. The operator must run npm run deploy-contracts.',
  )
}
