import { developerTexts } from '../../core/texts/en-console-developers.js'
import type { ResultOf } from '../api/api-types.js'

const { status: words } = developerTexts.webhooks

export type Endpoint = ResultOf<'get', '/api/webhooks'>['webhooks'][number]
export type Delivery = ResultOf<'get', '/api/webhooks/deliveries'>['deliveries'][number]

/** Returns how a delivery looks in a list. */
export function lookOf({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>) {
  if (status === 'delivered') return { tone: 'good', word: words.delivered } as const
  if (status === 'failed') return { tone: 'bad', word: words.failed } as const
  const word = attempts.length > 0 ? words.retrying : words.pending
  return { tone: 'warn', icon: 'clock', word } as const
}
