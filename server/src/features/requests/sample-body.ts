/** Fields whose values help to find a mistake and are neither secret nor personal. */
const shownNumbers = new Set([
  'qty',
  'price',
  'priceUsd',
  'amount',
  'amountUsd',
  'total',
  'totalUsd',
  'usd',
  'taxRate',
  'stockQty',
  'trialDays',
  'graceDays',
  'graceHours',
  'limit',
])
const shownWords = new Set(['currency', 'status', 'period', 'jurisdictionCode', 'planKey'])

/** The service's own fields are shorter. A key or an e-mail address in place of a name is not kept. */
const namePattern = /^[A-Za-z_][A-Za-z_]{0,31}[0-9]{0,2}$/
/** Too short for a key, and without the characters of an address or of an e-mail address. */
const wordPattern = /^[A-Za-z][A-Za-z_-]{0,23}$/

const bounds = { depth: 4, fields: 40, items: 5, characters: 1_000 }

/**
 * Returns the shape of a rejected body as JSON, for the request log, or null for a body that is not an object. Names of
 * fields stay. Texts become their length, and only a few fields keep their value, so that no secret and no personal data
 * is stored. The result has at most 1,000 characters.
 */
export function sampleBody(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const text = JSON.stringify(sampleObject(body, 1))
  return text.length <= bounds.characters ? text : '{"[omitted]":"The body is too large."}'
}

function sampleObject(fields: object, depth: number): Record<string, unknown> {
  const names = Object.keys(fields)
  const shown = names
    .slice(0, bounds.fields)
    .map((name) => [showName(name), sampleValue(name, Reflect.get(fields, name), depth)] as const)
  const more = names.length - shown.length
  return Object.fromEntries(more > 0 ? [...shown, [`[${more} more fields]`, null]] : shown)
}

function sampleValue(name: string, value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return shownNumbers.has(name) ? value : '[number]'
  if (typeof value === 'string') return sampleText(name, value)
  if (typeof value !== 'object') return `[${typeof value}]`
  // The caller's own data, whose names can be personal too.
  if (name === 'metadata') return '[object]'
  if (depth >= bounds.depth) return Array.isArray(value) ? '[array]' : '[object]'
  if (!Array.isArray(value)) return sampleObject(value, depth + 1)
  const items = value.slice(0, bounds.items).map((item) => sampleValue(name, item, depth + 1))
  const more = value.length - items.length
  return more > 0 ? [...items, `[${more} more]`] : items
}

function sampleText(name: string, value: string): string {
  if (shownWords.has(name) && wordPattern.test(value)) return value
  return `[${value.length} characters]`
}

function showName(name: string): string {
  return namePattern.test(name) ? name : `[name of ${name.length} characters]`
}
