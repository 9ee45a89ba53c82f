import { readKey } from '../../../auth/keys/issue-key.js'
import { ensureMerchantSecret } from '../../../auth/merchants/ensure-merchant-secret.js'
import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { SealedEndpoint } from '../endpoints/endpoint-store.js'
import { openSecrets, shopSecretId } from '../secrets/sealed-secrets.js'
import { findShopSecret } from '../secrets/shop-secret-store.js'

/** The secrets in force, the newest first. Two while one replaces the other. */
export type Secrets = readonly [string, ...string[]]

export type SigningSecrets = {
  /** Returns the developer key itself, or `null` when no readable copy exists. */
  ofKey(key: { merchant: Address; id: string }): Promise<Secrets | null>
  ofEndpoint(endpoint: SealedEndpoint): Promise<Secrets | null>
  /**
   * Returns the secrets that sign for receipts created without a key: those of the shop, or of the
   * oldest enabled endpoint while the shop has none.
   */
  ofShop(merchant: Address, endpoints: readonly SealedEndpoint[]): Promise<Secrets | null>
}

/** Decrypts each secret once. Use it for one batch only, so that secrets do not stay in memory. */
export function createSigningSecrets(ctx: TxContext): SigningSecrets {
  const opened = new Map<string, Promise<Secrets | null>>()
  const merchantSecrets = new Map<Address, Promise<Uint8Array>>()

  function once(name: string, open: () => Promise<Secrets | null>): Promise<Secrets | null> {
    const secrets = opened.get(name) ?? orNull(name, open)
    opened.set(name, secrets)
    return secrets
  }

  /** A secret that cannot be decrypted must not block the events of other merchants. */
  async function orNull(key: string, open: () => Promise<Secrets | null>): Promise<Secrets | null> {
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

  const ofEndpoint = (endpoint: SealedEndpoint) =>
    once(`${endpoint.merchant} ${endpoint.id}`, async () =>
      openSecrets(await secretOf(endpoint.merchant), { sealed: endpoint, now: ctx.now() }),
    )

  return {
    ofKey: (key) =>
      once(`${key.merchant} ${key.id}`, async () => {
        const secret = await readKey(ctx, key)
        return secret === null ? null : [secret]
      }),
    ofEndpoint,
    async ofShop(merchant, endpoints) {
      const secrets = await once(`${merchant} ${shopSecretId}`, async () => {
        const sealed = await findShopSecret(ctx.db, merchant)
        return sealed && openSecrets(await secretOf(merchant), { sealed, now: ctx.now() })
      })
      const [oldest] = endpoints
      return secrets ?? (oldest ? ofEndpoint(oldest) : null)
    },
  }
}
