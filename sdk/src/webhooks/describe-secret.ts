const keyForm = /^tly_(test|live)_[0-9A-Za-z]{10}_[0-9A-Za-z]{38}$/
const endpointForm = /^whsec_[A-Za-z0-9+/]{43}=$/
const placeholderForm =
  /\.\.|…|[<>${}*]|x{4}|process\.env|your|change.?me|replace|example|placeholder|secret$|key$/i

/** What to check about a secret that did not make a signature. Says nothing of the secret itself. */
export function describeSecret(secret: string): string {
  if (keyForm.test(secret)) {
    return (
      'is a developer key, but not the one that made this receipt, or this came to an endpoint of the shop, ' +
      'which signs with its own whsec_ secret'
    )
  }
  if (endpointForm.test(secret)) {
    return (
      'is of an endpoint of the shop, but not of this one, or this came to the webhook_url of a receipt, ' +
      'which is signed with the developer key that made it'
    )
  }
  if (/^[\s"'`]|[\s"'`]$/.test(secret)) return 'has white space or quotes around it'
  if (placeholderForm.test(secret)) return 'looks like a placeholder'
  if (/^(tly|whsec)_/.test(secret)) return 'is not whole: a part of it was lost when it was copied'
  return 'begins neither with tly_test_ or tly_live_, like a developer key, nor with whsec_'
}
