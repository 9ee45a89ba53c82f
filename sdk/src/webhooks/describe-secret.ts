const keyForm = /^tly_(test|live)_[0-9A-Za-z]{10}_[0-9A-Za-z]{38}$/
const endpointForm = /^whsec_[A-Za-z0-9+/]{43}=$/
const placeholderForm =
  /\.\.|…|[<>${}*]|x{4}|process\.env|your|change.?me|replace|example|placeholder|secret$|key$/i

/** Describes the likely problem with a secret that did not match, without revealing the secret. */
export function describeSecret(secret: string): string {
  if (keyForm.test(secret)) {
    return (
      'is a developer key, but not the one that created this receipt. If the webhook was sent to an endpoint of the ' +
      "shop, pass the endpoint's whsec_ secret instead"
    )
  }
  if (endpointForm.test(secret)) {
    return (
      "is an endpoint's secret, but not this endpoint's. If the webhook was sent to the webhook_url of a receipt, " +
      'pass the developer key that created the receipt instead'
    )
  }
  if (/^[\s"'`]|[\s"'`]$/.test(secret)) return 'has white space or quotes around it'
  if (placeholderForm.test(secret)) return 'looks like a placeholder'
  if (/^(tly|whsec)_/.test(secret)) return 'is incomplete: copy it again'
  return 'has no known prefix: tly_test_ or tly_live_ for a developer key, whsec_ for an endpoint'
}
