const hidden = '[hidden]'
const maxDepth = 6

/**
 * Suffixes of secret field names, in lower case without separators, such as `jwtSecret`,
 * `x-api-key` and `billingEmail`. A `token` or `paymentToken` is a currency symbol and not secret.
 */
const secretNames =
  /(secret|password|privatekey|masterkey|apikey|subscriptionkey|authorization|cookie|signature|xpayment|databaseurl|rpcurl|email|phone|billingaddress|^pin|pinhash|(?<!^|payment)token)$/

/** Secrets that are recognizable anywhere in a text. */
const secretPatterns: readonly [RegExp, string][] = [
  [/tly_(test|live)_[0-9A-Za-z_]+/g, `tly_$1_${hidden}`],
  [/whsec_[0-9A-Za-z+/=_-]+/g, `whsec_${hidden}`],
  [/\bBearer\s+[\w.~+/=-]+/gi, `Bearer ${hidden}`],
  // User and password in a URL. The length is bounded to keep the match fast.
  [/(:\/\/[^\s/?#"'<>:@]{0,128}:)[^\s?#"'<>]{1,512}@/g, `$1${hidden}@`],
]

/** Returns a copy of `fields` for logging: secrets hidden at any depth, errors as plain data. */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, 0)
}

/** Returns `text` with every recognizable secret hidden. */
export function redactText(text: string): string {
  return secretPatterns.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text,
  )
}

function redactObject(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isSecretName(name) ? hidden : redactValue(value, depth + 1),
    ]),
  )
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (value === null || typeof value !== 'object') return value
  if (depth > maxDepth) return '[deep]'
  if (value instanceof Error) return describeError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  return redactObject(value, depth)
}

/** Keeps only the standard fields of an error, because drivers add whole rows to others. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: redactText(error.message),
    ...('code' in error ? { code: redactValue(error.code, depth + 1) } : {}),
    stack: redactText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth + 1) }),
  }
}

function isSecretName(name: string): boolean {
  return secretNames.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}
