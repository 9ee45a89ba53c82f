import type { Address } from '../../../lib/hex.js'
import { seal, unseal } from '../../../platform/secrets/seal.js'

type EndpointName = { merchant: Address; id: string }

/** Decrypts the signing secret of an endpoint. */
export function openEndpointSecret(
  merchantSecret: Uint8Array,
  endpoint: EndpointName & { sealedSecret: Uint8Array },
): string {
  return unseal(merchantSecret, endpoint.sealedSecret, sealLabel(endpoint)).toString()
}

/** Encrypts the signing secret of an endpoint. */
export function sealEndpointSecret(
  merchantSecret: Uint8Array,
  { merchant, id, secret }: EndpointName & { secret: string },
): Buffer {
  return seal(merchantSecret, Buffer.from(secret), sealLabel({ merchant, id }))
}

/** Binds a secret to its row: copied to another row, or to that of a developer key, it cannot be decrypted. */
function sealLabel({ merchant, id }: EndpointName): string {
  return `webhook|${merchant}|${id}`
}
