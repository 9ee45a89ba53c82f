const hidden = '[hidden]'

/** Field names, in lower case without separators, whose value is never written anywhere. */
const secretNames = new Set([
  'apikey',
  'authorization',
  'billingaddress',
  'cookie',
  'cronsecret',
  'csrftoken',
  'databaseurl',
  'edgesecret',
  'email',
  'jwtsecret',
  'masterkey',
  'ocpapimsubscriptionkey',
  'onrampemail',
  'password',
  'permissionsignature',
  'phone',
  'privatekey',
  'secret',
  'setcookie',
  'signature',
  'token',
  'xapikey',
  'xcronsecret',
  'xcsrftoken',
  'xedgesecret',
  'xpayment',
  'xportaltoken',
])

/** Secrets that show themselves by their form, wherever they stand in a text. */
const secretForms: readonly [RegExp, string][] = [
  [/\btly_(test|live)_[0-9A-Za-z_]+/g, `tly_$1_${hidden}`],
  [/\bwhsec_[0-9A-Za-z+/=_-]+/g, `whsec_${hidden}`],
  [/\bBearer\s+[\w.~+/=-]+/gi, `Bearer ${hidden}`],
  [/(:\/\/[^\s:/@]+:)[^\s@]+@/g, `$1${hidden}@`],
]

const maxDepth = 6

/** A copy of `fields` that may be logged: secret fields hidden at any depth, secret forms in any text. */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, 0)
}

/** `text` with every recognisable secret hidden. */
export function redactText(text: string): string {
  return secretForms.reduce(
    (result, [form, replacement]) => result.replace(form, replacement),
    text,
  )
}

function redactObject(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isSecretName(name) ? hidden : redactValue(value, depth),
    ]),
  )
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (value === null || typeof value !== 'object') return value
  // Errors are written by their own serialiser.
  if (value instanceof Error) return value
  if (depth >= maxDepth) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  return redactObject(value as Record<string, unknown>, depth + 1)
}

function isSecretName(name: string): boolean {
  return secretNames.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}
