import { findOwnedMerchant } from '../../auth/merchants/member-store.js'
import { keccak } from '../../lib/create2.js'
import { type Address, knownAddress } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { addMerchant } from '../sessions/create-merchant.js'

/**
 * Returns the merchant that a wallet owns: the one of its own address, or else the first it got. Creates one if it owns
 * none.
 */
export async function ensureOwnedMerchant(
  ctx: TxContext,
  { wallet, correlationId }: { wallet: Address; correlationId: string },
): Promise<Address> {
  const known = await findOwnedMerchant(ctx.db, wallet)
  if (known) return known
  if (await addMerchant(ctx, { wallet, correlationId })) return wallet

  // A concurrent request may have created it. Otherwise the merchant of this address belongs to another wallet now.
  const found = await findOwnedMerchant(ctx.db, wallet)
  if (found) return found
  const merchant = generatedAddressOf(ctx.newId('dsub'))
  if (await addMerchant(ctx, { wallet, merchant, correlationId })) return merchant
  throw new Error(`the generated address ${merchant} exists already`)
}

/** Returns the address of a merchant from a random id. No wallet has its key, so no money may be sent to it. */
export function generatedAddressOf(id: string): Address {
  const text = Buffer.from(`tallystick merchant ${id}`, 'utf8').toString('hex')
  return knownAddress(`0x${keccak(`0x${text}`).slice(-40)}`)
}
