import { seal, unseal } from '../../../auth/seal.js'
import type { Address } from '../../../lib/hex.js'

type EndpointName = { merchant: Address; id: string }

/** What signs for an address, from the copy that is kept with it. */
export function openEndpointSecret(
  merchantSecret: Uint8Array,
  endpoint: EndpointName & { sealedSecret: Uint8Array },
): string {
  return unseal(merchantSecret, endpoint.sealedSecret, sealLabel(endpoint)).toString()
}

/** The copy to keep of what signs for an address. */
export function sealEndpointSecret(
  merchantSecret: Uint8Array,
  { merchant, id, secret }: EndpointName & { secret: string },
): Buffer {
  return seal(merchantSecret, Buffer.from(secret), sealLabel({ merchant, id }))
}

/** Ties a copy to its row, and apart from the copies of developer keys: moved elsewhere it does not open. */
function sealLabel({ merchant, id }: EndpointName): string {
  return `webhook|${merchant}|${id}`
}
