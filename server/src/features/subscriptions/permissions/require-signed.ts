import type { RunContractCheck } from '../../../auth/contract-checks.js'
import { isSignedByKey } from '../../../auth/wallet-signature.js'
import { type Address, checksumAddress, type Hash } from '../../../lib/hex.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { readChain } from '../../../platform/chain/read-chain.js'
import type { Context } from '../../../platform/context.js'
import { invalidPermission } from './read-permission.js'

type SignedPermission = {
  account: Address
  permissionHash: Hash
  signature: Hex
  manager: Address
  runContractCheck: RunContractCheck
}

/**
 * Requires that the account signed the permission, as the manager on chain will check it: with its
 * key, or by calling the contract wallet.
 *
 * @throws {AppError} `invalid_permission`, `rate_limited`, `chain_unavailable`.
 */
export async function requirePermissionSigned(
  ctx: Pick<Context, 'chain' | 'config' | 'log'>,
  { account, permissionHash: hash, signature, manager, runContractCheck }: SignedPermission,
): Promise<void> {
  if (await isSignedByKey({ wallet: account, hash, signature })) {
    if (isCanonical(signature)) return
    throw invalidPermission(
      'wrong_signature',
      'permissionSignature must be canonical: 65 bytes with a low s, and v 27 or 28.',
    )
  }
  const isValid = await runContractCheck(() =>
    isAcceptedByContract(ctx, { account, hash, signature }),
  )
  if (isValid) return
  const domain = `chain ${ctx.config.chainId} and contract ${checksumAddress(manager)}`
  throw invalidPermission(
    'wrong_signature',
    `permissionSignature is not a signature by account of this permission for ${domain}. Sign it again.`,
  )
}

/** Without code, only a signature that carries its deployment can be valid. */
async function isAcceptedByContract(
  ctx: Pick<Context, 'chain' | 'log'>,
  { account: address, hash, signature }: { account: Address; hash: Hash; signature: Hex },
): Promise<boolean> {
  return readChain(ctx, async (chain) => {
    const isContract = isOfUndeployedWallet(signature) || (await chain.findCode(address))
    return isContract ? chain.isSignedByContract({ address, hash, signature }) : false
  })
}

/** Half of the order of secp256k1. The contracts reject a signature with a higher s. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
/** The last 32 bytes of an EIP-6492 signature. */
const undeployedSuffix = '6492'.repeat(16)

/** Returns whether the contracts accept the form of a signature by a key. */
export function isCanonical(signature: Hex): boolean {
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.slice(130)
  return s <= highestS && (v === '1b' || v === '1c')
}

/** Returns whether a signature carries the deployment of its contract wallet (EIP-6492). */
export function isOfUndeployedWallet(signature: Hex): boolean {
  return signature.endsWith(undeployedSuffix)
}
