/** Headers whose values a caller relies on. All others depend on the connection or the time. */
const recordedHeaders = [
  'access-control-allow-origin',
  'allow',
  'cache-control',
  'content-disposition',
  'content-security-policy',
  'content-type',
  'deprecation',
  'idempotency-replayed',
  'link',
  'location',
  'sunset',
  'vary',
  'www-authenticate',
]

/** Fields whose values differ in every run. */
const variable = {
  message: /^(message|detail)$/,
  secret: /(Token|[sS]ecret|apiKey|key|prefix|correlationId|signature)$/,
  time: /(At|Time|_at|Until|since|time|timestamp|expires|created|updated|nonce|period(Start|End)|^now)$/i,
  measured: /(Ms|latency|uptime|age|height|blockNumber|confirmations)$/i,
}

/** Replacements within texts, in this order. */
const patterns = [
  [/<style>[\s\S]*?<\/style>/g, '<style>'],
  [/\bd="[^"]{100,}"/g, 'd="<drawing>"'],
  [/"(\w*(?:Token|[sS]ecret|apiKey|correlationId))":"[^"]*"/g, '"$1":"<secret>"'],
  [/<b>(?:0x)?[0-9a-fA-F]{4}<\/b>/g, '<b>...</b>'],
  [/data:image\/[^"']+/g, '<image>'],
  [/'sha(256|384)-[\w+/=]+'/g, "'sha$1-<hash>'"],
  [/\b[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d UTC/g, '<time>'],
  [/0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}/g, '<address>'],
  [/([?&;]|%26)k(=|%3D)[\w-]+/g, '$1k$2<signature>'],
  [/-[\w-]{8}\.(js|css)\b/g, '-<hash>.$1'],
  [/0x[0-9a-fA-F]{130,}/g, '<bytes>'],
  [/0x[0-9a-fA-F]{64}/g, '<hash>'],
  [/0x[0-9a-fA-F]{40}/g, '<address>'],
  [/\b(?:[a-z]{2,6}_)+[0-9A-Za-z]{16,}\b/g, '<id>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/(127\.0\.0\.1|localhost)(:|%3A)\d+/g, '$1$2<port>'],
  [/^(did:[^#]+)#[\w-]{16}$/, '$1#<key>'],
  [/\b1[5-9]\d{11}\b/g, '<time>'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}/g, '<token>'],
  [/([A-Za-z]+)-[0-9a-f]{8,}\b/g, '$1-<random>'],
]

/**
 * Replaces ids, times and message texts, which differ in every run, so that two recordings can be
 * compared byte for byte.
 *
 * @param {{ method: string, route: string, status: number, headers: Record<string, unknown>, body:
 *   string }} response
 */
export function normalizeResponse({ method, route, status, headers, body }) {
  const keptHeaders = recordedHeaders
    .filter((name) => headers[name] !== undefined)
    .map((name) => `${name}: ${normalizeText(String(headers[name]))}`)
  return [
    `${method} ${route}`,
    `${status}`,
    ...keptHeaders,
    '',
    normalizeBody(body, headers),
    '',
  ].join('\n')
}

/** Replaces ids in the path of a URL, and drops its query. */
export function normalizeRoute(url) {
  const [path = '/'] = url.split('?')
  return path
    .split('/')
    .map((part) => (isWord(part) ? part : ':id'))
    .join('/')
    .slice(0, 120)
}

/**
 * Returns whether a part of a path is a word of the API and no id, address or file name with a
 * hash.
 */
function isWord(part) {
  return (
    /^[a-z.]*[a-z0-9]?[a-z.-]*(?:\.(?:json|txt|md|svg|png|ico|css|js|pdf|csv|html))?$/.test(part) &&
    part.length < 30
  )
}

function normalizeBody(body, headers) {
  const type = String(headers['content-type'] ?? '')
  if (type.includes('json')) {
    try {
      return JSON.stringify(normalizeValue(JSON.parse(body)), null, 1)
    } catch {
      return normalizeText(body)
    }
  }
  // The bytes of pictures, archives and bundles say nothing about the API.
  return /^text\/|xml|csv/.test(type) && !/javascript|css/.test(type)
    ? normalizeText(body).replaceAll('><', '>\n<')
    : '<body>'
}

function normalizeValue(value, key = '') {
  // Sorted, because elements of the same time have ids in random order. Tests check the order of
  // lists.
  if (Array.isArray(value)) {
    return value.map((element) => normalizeValue(element, key)).sort(compareTexts)
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).map(([name, field]) => [
      normalizeText(name),
      normalizeValue(field, name),
    ])
    return Object.fromEntries(entries)
  }
  if (value === null || typeof value === 'boolean') return value
  const kind = Object.keys(variable).find((name) => variable[name].test(key))
  // A small number under such a name is a count.
  const isCount = kind === 'time' && typeof value === 'number' && value < 1e9
  if (kind && !isCount) return `<${kind}>`
  return typeof value === 'string' ? normalizeText(value) : value
}

function compareTexts(left, right) {
  const texts = [JSON.stringify(left), JSON.stringify(right)]
  return texts[0] < texts[1] ? -1 : Number(texts[0] > texts[1])
}

function normalizeText(text) {
  return patterns.reduce((result, [pattern, name]) => result.replace(pattern, name), text)
}
