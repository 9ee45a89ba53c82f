import { readKey } from '../../../auth/keys/read-key.js'
import { ensureMerchantSecret } from '../../../auth/merchants/ensure-merchant-secret.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { SealedEndpoint } from '../endpoints/endpoint-store.js'
import { openEndpointSecret } from '../endpoints/read-endpoint-secret.js'

export type SigningSecrets = {
  /** Returns the developer key itself, or `null` when no readable copy exists. */
  ofKey(key: { merchant: Address; id: string }): Promise<string | null>
  ofEndpoint(endpoint: SealedEndpoint): Promise<string | null>
}

/** Decrypts each secret once. Use it for one batch only, so that secrets do not stay in memory. */
export function createSigningSecrets(ctx: TxContext): SigningSecrets {
  const known = new Map<string, Promise<string | null>>()
  const merchantSecrets = new Map<Address, Promise<Uint8Array>>()

  function once(name: string, open: () => Promise<string | null>): Promise<string | null> {
    const opened = known.get(name) ?? orNull(name, open)
    known.set(name, opened)
    return opened
  }

  /** A secret that cannot be decrypted must not block the events of other merchants. */
  async function orNull(key: string, open: () => Promise<string | null>): Promise<string | null> {
    const name = 'signing_secret_unreadable'
    try {
      const secret = await open()
      ctx.alerts.resolve(name, key)
      return secret
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      ctx.alerts.raise({ name, key, message: 'a signing secret cannot be decrypted', err: error })
      return null
    }
  }

  function secretOf(merchant: Address): Promise<Uint8Array> {
    const secret = merchantSecrets.get(merchant) ?? ensureMerchantSecret(ctx, merchant)
    merchantSecrets.set(merchant, secret)
    return secret
  }

  return {
    ofKey: (key) => once(`${key.merchant} ${key.id}`, () => readKey(ctx, key)),
    ofEndpoint: (endpoint) =>
      once(`${endpoint.merchant} ${endpoint.id}`, async () =>
        openEndpointSecret(await secretOf(endpoint.merchant), endpoint),
      ),
  }
}
