import { randomBytes } from 'node:crypto'
import { ensureMerchantSecret } from '../../../auth/merchants/ensure-merchant-secret.js'
import type { Address } from '../../../lib/hex.js'
import { HOUR_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { formatEndpointSecret } from '../../../platform/outbound/sign-body.js'
import { seal, unseal } from '../../../platform/secrets/seal.js'

/** Replaces the endpoint's id in the name of a shop's secret. Ids of endpoints have a prefix. */
export const shopSecretId = 'shop'

type SecretName = { merchant: Address; id: string }

/** An encrypted signing secret, and the one that it replaces. */
export type SealedSecrets = {
  sealedSecret: Buffer
  /** Signs beside its successor until `until`. */
  previous: { sealedSecret: Buffer; until: UnixMs } | null
  /** The request that replaced the secret. Null when it is the first. */
  rotationId: string | null
}

/** Returns a new signing secret, and the same encrypted. */
export async function createSealedSecret(
  ctx: TxContext,
  name: SecretName,
): Promise<{ secret: string; sealedSecret: Buffer }> {
  const secret = formatEndpointSecret(randomBytes(32))
  const merchantSecret = await ensureMerchantSecret(ctx, name.merchant)
  return { secret, sealedSecret: seal(merchantSecret, Buffer.from(secret), sealLabel(name)) }
}

/** Decrypts the secrets in force, the newest first. */
export function openSecrets(
  merchantSecret: Uint8Array,
  { sealed, now }: { sealed: SealedSecrets & SecretName; now: UnixMs },
): [string, ...string[]] {
  const open = (bytes: Uint8Array) => unseal(merchantSecret, bytes, sealLabel(sealed)).toString()
  const { sealedSecret, previous } = sealed
  const current = open(sealedSecret)
  return previous && previous.until > now ? [current, open(previous.sealedSecret)] : [current]
}

/** Returns the secrets after a rotation. Without an overlap, the old secret is dropped. */
export function rotateSecrets(
  { sealedSecret: old }: SealedSecrets,
  input: { sealedSecret: Buffer; rotationId: string; overlapHours: number; now: UnixMs },
): SealedSecrets {
  const { sealedSecret, rotationId, overlapHours, now } = input
  const until = unixMs(now + overlapHours * HOUR_MS)
  const previous = overlapHours === 0 ? null : { sealedSecret: old, until }
  return { sealedSecret, previous, rotationId }
}

/** Binds a secret to its row: copied to another row, it cannot be decrypted. */
function sealLabel({ merchant, id }: SecretName): string {
  return `webhook|${merchant}|${id}`
}
