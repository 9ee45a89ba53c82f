import { DAY_MS, MINUTE_MS } from '../../../lib/time.js'
import type { Limit } from '../limit.js'

/** Limits on stored data and the size of requests and responses. */
export const storageLimits = {
  'stored-kilobytes': {
    counts: 'kilobytes stored by anonymous callers and new merchants',
    windowMs: MINUTE_MS,
    max: { network: 2_048 },
    reason:
      'A wallet costs nothing. A receipt counts the bytes of its row, its event and their delivery, and any other write 3 kilobytes and its body. A stored response counts its bytes, a row of an import 0.5 kilobytes, and an uploaded picture at most 256. A call by a payment page, a sign-in and a sign-out count 2 and their body; a failed request and a quote count nothing. A merchant is new until it has paid for a plan, or has a plan or terms from the operator, a place in OWN_MERCHANTS, or sales: a receipt paid on chain, and confirmed payments of 10 dollars in sum, of at least a cent each.',
  },
  'stored-kilobytes-daily': {
    counts: 'kilobytes stored by anonymous callers and new merchants',
    windowMs: DAY_MS,
    max: { network: 262_144, platform: 4_194_304 },
    reason:
      'Keeps the disk from filling up. Many buyers can share an address of a mobile network. Sign-in, sign-out and payment pages do not count for the platform.',
  },
  'order-kilobytes-daily': {
    counts: 'kilobytes stored by orders without a key at established shops',
    windowMs: DAY_MS,
    max: { network: 262_144, platform: 4_194_304 },
    reason:
      'They have a part of their own, so that no other caller can keep buyers from ordering. An unpaid x402 request counts 2 kilobytes.',
  },
  'established-kilobytes': {
    counts: 'kilobytes stored by an established merchant',
    windowMs: MINUTE_MS,
    max: { merchant: 65_536 },
    reason: 'A few large imports. They count like those of new merchants.',
  },
  'established-kilobytes-daily': {
    counts: 'kilobytes stored by an established merchant',
    windowMs: DAY_MS,
    max: { merchant: 2_097_152 },
    reason: 'Ten dollars of sales must not be enough to fill the disk.',
  },
  'public-bodies': {
    counts: 'bytes in a body, where anyone or a payment page may call',
    isFixed: true,
    max: { request: 16_384 },
    reason: 'Reading JSON takes CPU time, and these calls cost an attacker nothing.',
  },
  'mcp-bodies': {
    counts: 'bytes in a message to /mcp',
    isFixed: true,
    max: { request: 32_768 },
    reason: 'An order and its payment, which other clients send in a header.',
  },
  'callback-bodies': {
    counts: 'bytes in a callback of the provider of card payments',
    isFixed: true,
    max: { request: 65_536 },
    reason: 'The provider decides what it sends.',
  },
  bodies: {
    counts: 'bytes in another body',
    isFixed: true,
    max: { request: 262_144 },
    reason: 'Enough for a hundred tax rates, or for a small CSV file in JSON.',
  },
  'item-bodies': {
    counts: 'bytes in the body of an item',
    isFixed: true,
    max: { request: 1_048_576 },
    reason: 'An item may embed its images.',
  },
  'picture-bodies': {
    counts: 'bytes in an uploaded picture',
    isFixed: true,
    max: { request: 8_388_608 },
    reason: 'A photo of a phone, as it is.',
  },
  uploads: {
    counts: 'uploads of pictures at the same time',
    max: { merchant: 4, network: 8, platform: 16 },
    reason: 'Each waits in memory until it is decoded. Counted in each process.',
  },
  'new-merchant-uploads': {
    counts: 'uploads of pictures by new merchants at the same time',
    max: { network: 4, platform: 8 },
    reason:
      'A wallet costs nothing. The other uploads are reserved for established merchants. Counted in each process.',
  },
  'json-values': {
    counts: 'values in a JSON body',
    max: { request: 10_000 },
    reason: 'Each becomes an object in memory, and two characters can be one.',
  },
  'json-levels': {
    counts: 'levels of nesting in a JSON body',
    ceiling: 64,
    max: { request: 32 },
    reason: 'Deeper nesting could overflow the stack.',
  },
  'response-bytes': {
    counts: 'bytes of responses that clients have not read yet',
    max: { network: 8_388_608, platform: 33_554_432 },
    reason:
      'They wait in memory, for up to 30 s without progress. Responses under 16 kilobytes do not count. Beyond the total, the address that holds most is disconnected. Counted in each process.',
  },
  'page-bytes': {
    counts: 'bytes on a page of receipts, events or items, before its last one',
    max: { request: 524_288 },
    reason:
      'A response is written without a pause, so a large one would delay all other calls. Such a page ends early, and pages of long items have fewer of them.',
  },
} as const satisfies Record<string, Limit>
