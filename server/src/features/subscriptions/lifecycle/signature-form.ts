import type { Hex } from '../../../platform/chain/chain.js'

/** Half of the order of secp256k1. A higher s is the same signature in another form, which the contracts reject. */
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
